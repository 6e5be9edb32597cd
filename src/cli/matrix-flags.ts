import { matrixReportFormats } from '../matrix/report/reports.ts';
import { placeholderNames } from '../matrix/run/command-variables.ts';
import type { FlagsOf, OptionRow } from '../options/option-row.ts';
import {
  anyText,
  duration,
  gapChoices,
  oneOf,
  profileOrFile,
  wholeNumber,
} from '../options/setting-readers.ts';

const shown = ['none', 'failed', 'all'] as const;
const time = { argument: 'duration', read: duration('24d') } as const;

/** The table of the options of `matrix`. Durations are in milliseconds. */
export const matrixTable = {
  scenario: {
    argument: 'name|file',
    read: anyText,
    description: 'initial state of each run (default: mixed)',
  },
  seed: {
    argument: 'number',
    read: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    description: 'random seed of each run (default: 1)',
  },
  profile: {
    argument: 'name|file',
    read: profileOrFile,
    description:
      'gap choices of the baseline: least-promise, typical, or a file (default: the profile of the scenario)',
  },
  gap: {
    argument: 'key=choice',
    repeatable: true,
    read: gapChoices,
    description: 'choice of the baseline for one gap; repeatable',
  },
  env: {
    argument: 'name=text',
    repeatable: true,
    description: `variable of COMMAND; placeholders: ${placeholderNames.map((name) => `{${name}}`).join(' ')}; repeatable`,
  },
  only: {
    argument: 'cell',
    repeatable: true,
    read: anyText,
    description: 'run only the baseline and this cell; repeatable for its parts',
  },
  faults: { default: true, description: 'vary only what the specification leaves open' },
  require: {
    argument: 'what',
    repeatable: true,
    read: oneOf(['faults', 'actors']),
    description: 'faults, actors: those under which COMMAND fails count too; repeatable',
  },
  accept: {
    argument: 'cell',
    repeatable: true,
    read: anyText,
    description: 'known assumption of COMMAND, which is no failure; repeatable',
  },
  timeout: {
    ...time,
    description: 'time after which a run counts as hung (default: 10 times the baseline and 20s)',
  },
  budget: { ...time, description: 'time after which no further run begins' },
  jobs: {
    argument: 'n',
    read: wholeNumber(1, 256),
    description: 'runs at the same time (default: one for each core)',
  },
  showOutput: {
    argument: 'which',
    read: oneOf(shown),
    description: `output of COMMAND to print: ${shown.join(', ')} (default: none)`,
  },
  report: {
    argument: 'format=file',
    repeatable: true,
    description: `write a report: ${matrixReportFormats.join(', ')}; repeatable`,
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type MatrixFlags = FlagsOf<typeof matrixTable>;
