import type { FlagsOf, OptionRow } from '../options/option-row.ts';
import { type SettingReading, value } from '../options/setting.ts';
import { duration, oneOf } from '../options/setting-readers.ts';
import { longestDuration } from '../text/duration.ts';
import { checkRows } from './check-rows.ts';
import { readSarifUri } from './reports/ci-file.ts';
import { reportFormats } from './reports/reports.ts';

const file = { argument: 'file' } as const;
const rules = { argument: 'rules', repeatable: true, read: commaList } as const;

/** Options that decide what a report counts and where it goes; `proxy` has them too. */
export const outcomeTable = {
  report: {
    argument: 'format=file',
    repeatable: true,
    description: `write a report: ${reportFormats.join(', ')}; repeatable`,
  },
  sarifUri: {
    ...file,
    read: readSarifUri,
    description: 'file of your repository for SARIF (default: the file of the CI job)',
  },
  failOn: {
    argument: 'severity',
    read: oneOf(['violation', 'notice']),
    description: 'severity that sets exit code 1: violation or notice (default: violation)',
  },
  ignore: {
    argument: 'rule',
    repeatable: true,
    description: 'rule that does not affect the exit code; repeatable',
  },
  skip: { ...rules, description: 'rules not to check, such as R15,R17; their requests are not sent' },
  require: { ...rules, description: 'rules that must be exercised, "R26,R29" or "all"; repeatable' },
  baseline: { ...file, description: 'findings that are accepted for some time, in YAML or JSON' },
  expectProfile: {
    argument: 'name|file',
    description: 'exit with 4 if the target differs from a profile: least-promise, typical, or a file',
  },
  emitProfile: {
    ...file,
    description: 'write a profile of what the target does where the specification is silent, in YAML',
  },
  maxAge: {
    argument: 'duration',
    read: duration(longestDuration),
    description: 'exit with 4 if the file of --expect-profile is older: 30d',
  },
  update: { description: 'write what the target does now to the file of --expect-profile' },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** The table of the options of `check`. Flags, the keys of a config file with their schema, and `--help` come from it. */
export const checkTable = { ...checkRows, ...outcomeTable } as const satisfies Readonly<
  Record<string, OptionRow>
>;

export type CheckFlags = FlagsOf<typeof checkTable>;

function commaList(text: string): SettingReading<readonly string[]> {
  return value(text.split(',').map((part) => part.trim()));
}
