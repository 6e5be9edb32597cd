import { type FlagsOf, type Reading, value } from '../options/option-row.ts';
import { oneOf, profileOrFile } from '../options/setting-readers.ts';
import { type CheckRow, checkRows } from './check-rows.ts';
import { reportFormats } from './reports/reports.ts';

const both = { ofHar: true } as const;
const rules = { ...both, argument: 'rules', repeatable: true, read: commaList } as const;

/** Options that decide what a report counts and where it goes; `proxy` has them too. */
export const outcomeTable = {
  report: {
    ...both,
    argument: 'format=file',
    repeatable: true,
    description: `write a report: ${reportFormats.join(', ')}; repeatable`,
  },
  failOn: {
    ...both,
    argument: 'severity',
    read: oneOf(['violation', 'notice']),
    description: 'severity that sets exit code 1: violation or notice (default: violation)',
  },
  ignore: {
    ...both,
    argument: 'rule',
    repeatable: true,
    description: 'rule, or rule:operation, that does not affect the exit code: R19:listOrders; repeatable',
  },
  skip: { ...rules, description: 'rules not to check, such as R15,R17; their requests are not sent' },
  require: { ...rules, description: 'rules that must be exercised, "R26,R29" or "all"; repeatable' },
  expectProfile: {
    ...both,
    argument: 'name|file',
    read: profileOrFile,
    description: 'exit with 4 if the target differs from a profile: least-promise, typical, or a file',
  },
  emitProfile: {
    ...both,
    argument: 'file',
    description: 'write a profile of what the target does where the specification is silent, in YAML',
  },
} as const satisfies Readonly<Record<string, CheckRow>>;

export const checkTable = { ...checkRows, ...outcomeTable } as const satisfies Readonly<
  Record<string, CheckRow>
>;

export type CheckFlags = FlagsOf<typeof checkTable>;

function commaList(text: string): Reading<readonly string[]> {
  return value(text.split(',').map((part) => part.trim()));
}
