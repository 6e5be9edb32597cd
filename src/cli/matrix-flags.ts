import { Option } from 'commander';
import type { RequiredKind } from '../matrix/report/matrix-report.ts';
import { matrixReportFormats } from '../matrix/report/reports.ts';
import { placeholderNames } from '../matrix/run/command-variables.ts';
import { value } from '../options/setting.ts';
import {
  anyText,
  duration,
  gapChoices,
  invalidText,
  oneOf,
  profileOrFile,
  wholeNumber,
} from '../options/setting-readers.ts';
import type { GapChoiceTexts } from '../simulator/environment/initial-state.ts';
import { listFlag, valueFlag } from './flags.ts';

const shown = ['none', 'failed', 'all'] as const;

/** The parsed flags of `matrix`. Durations are in milliseconds. */
export type MatrixFlags = {
  readonly scenario?: string;
  readonly unknownStatus?: 'pending' | 'shipped';
  readonly seed?: number;
  readonly profile?: string;
  readonly gap?: readonly GapChoiceTexts[];
  readonly env?: readonly string[];
  readonly only?: readonly string[];
  /** False with `--no-faults`. */
  readonly faults: boolean;
  readonly require?: readonly RequiredKind[];
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly timeout?: number;
  readonly budget?: number;
  readonly jobs?: number;
  readonly input?: readonly string[];
  /** False with `--no-cache`. */
  readonly cache: boolean;
  readonly results?: readonly string[];
  readonly showOutput?: (typeof shown)[number];
  readonly report?: readonly string[];
};

/** Creates the flags of `matrix`. An invalid value throws a UserError. */
export function createMatrixFlags(): readonly Option[] {
  return [
    valueFlag('--scenario <name|file>', 'initial state of each run (default: mixed)', anyText),
    valueFlag(
      '--unknown-status <pending|shipped>',
      'status of the orders whose status the scenario does not know',
      oneOf(['pending', 'shipped']),
    ),
    valueFlag(
      '--seed <number>',
      'random seed of each run (default: 1)',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
    ),
    valueFlag(
      '--profile <name|file>',
      'gap choices of the baseline: least-promise, typical, or a file (default: the profile of the scenario)',
      readProfile,
    ),
    listFlag('--gap <key=choice>', 'choice of the baseline for one gap; repeatable', gapChoices),
    listFlag(
      '--env <name=text>',
      `variable of COMMAND; placeholders: ${placeholderNames.map((name) => `{${name}}`).join(' ')}; repeatable`,
      value,
    ),
    listFlag('--only <cell>', 'run only the baseline and this cell; repeatable for its parts', anyText),
    new Option('--no-faults', 'vary only what the specification leaves open'),
    listFlag(
      '--require <what>',
      'faults, actors: those under which COMMAND fails count too; repeatable',
      oneOf(['faults', 'actors']),
    ),
    new Option('--baseline <file>', 'dependences that are accepted, in YAML or JSON'),
    new Option('--update-baseline', 'write the dependences that were found to the file of --baseline'),
    valueFlag(
      '--timeout <duration>',
      'time after which a run counts as hung (default: 10 times the baseline, 15s at least)',
      duration('24d'),
    ),
    valueFlag('--budget <duration>', 'time after which no further run begins', duration('24d')),
    valueFlag('--jobs <n>', 'runs at the same time (default: one for each core)', wholeNumber(1, 256)),
    ...createFileFlags(),
  ];
}

function createFileFlags(): readonly Option[] {
  return [
    listFlag(
      '--input <glob>',
      'files on which COMMAND depends; without them nothing is cached; repeatable',
      anyText,
    ),
    new Option('--no-cache', 'run everything, and keep no outcome'),
    listFlag('--results <glob>', 'JUnit XML files that COMMAND writes; repeatable', anyText),
    valueFlag(
      '--show-output <which>',
      `output of COMMAND to print: ${shown.join(', ')} (default: none)`,
      oneOf(shown),
    ),
    listFlag(
      '--report <format=file>',
      `write a report: ${matrixReportFormats.join(', ')}; repeatable`,
      value,
    ),
  ];
}

function readProfile(text: string): ReturnType<typeof profileOrFile> {
  if (text === 'vary')
    return invalidText(text, 'least-promise, typical, or a file: every run needs the same choices');
  return profileOrFile(text);
}
