import type { CheckFlags } from '../check/check-table.ts';
import { checkHar } from '../traffic/har/check-har.ts';
import type { CommandContext } from './command-context.ts';
import { readProfileFlags } from './profile-flags.ts';
import { readCriteriaFlags, refuseOtherFlags } from './read-check-flags.ts';
import { finish, openReports } from './report-files.ts';

/** `check --har`: judges what was recorded, and sends nothing. */
export async function checkRecording(
  har: string,
  baseUrl: string | undefined,
  flags: CheckFlags,
  context: Pick<CommandContext, 'env' | 'out' | 'err' | 'setExitCode'>,
): Promise<void> {
  refuseOtherFlags('har', `--har ${har} sends nothing`, flags);
  const profile = await readProfileFlags(flags);
  const files = await openReports(flags, context.env);
  const report = await checkHar(har, { baseUrl, ...readCriteriaFlags(flags) });
  context.setExitCode(await finish(report, { files, profile }, context));
}
