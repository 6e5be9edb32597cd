import type { CheckRow } from '../check/check-rows.ts';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import { flagOf } from '../options/option-row.ts';
import { checkHar } from '../traffic/har/check-har.ts';
import { UserError } from '../user-error.ts';
import type { CommandContext } from './command-context.ts';
import { readProfileFlags } from './profile-flags.ts';
import { readCriteriaFlags } from './read-check-flags.ts';
import { finish, openReports } from './report-files.ts';

/** `check --har`: judges what was recorded, and sends nothing. */
export async function checkRecording(
  har: string,
  baseUrl: string | undefined,
  flags: CheckFlags,
  context: CommandContext,
): Promise<void> {
  const ignored = Object.entries<CheckRow>(checkTable).flatMap(([key, { ofHar }]) =>
    ofHar !== true && Reflect.get(flags, key) !== undefined ? flagOf(key) : [],
  );
  const what = `has no effect: --har ${har} sends nothing`;
  if (ignored.length > 0) throw new UserError(ignored.map((where) => ({ where, what })));
  const profile = await readProfileFlags(flags);
  const writeReports = await openReports(flags, context.env);
  const report = await checkHar(har, { baseUrl, ...readCriteriaFlags(flags) });
  context.setExitCode(await finish(report, { writeReports, profile }, context));
}
