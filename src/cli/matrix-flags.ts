import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { readVariableTemplates } from '../command/variables.ts';
import { formatCell, parseCell } from '../matrix/plan/cell.ts';
import { matrixReportFormats } from '../matrix/report/reports.ts';
import { matrixPlaceholders, placeholderNames } from '../matrix/run/command-variables.ts';
import { createStartCell, type MatrixBase } from '../matrix/run/start-cell.ts';
import { type FlagsOf, flagOf, type OptionRow } from '../options/option-row.ts';
import {
  anyText,
  duration,
  gapChoices,
  oneOf,
  profileOrFile,
  wholeNumber,
} from '../options/setting-readers.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { completeOptions } from '../simulator/complete-options.ts';
import { isProfileName } from '../simulator/environment/gaps/gap.ts';
import { readProfileFile } from '../simulator/scenarios/profile-file.ts';
import { readStartFiles } from '../simulator/start-files.ts';
import { formatDuration } from '../text/duration.ts';
import { UserError } from '../user-error.ts';
import type { CommandContext } from './command-context.ts';

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

/** A matrix whose flags and files are read and valid. */
export type PreparedMatrix = Awaited<ReturnType<typeof prepareMatrix>>;

/** Reads everything that may be invalid before the first run. Throws UserErrors. */
export async function prepareMatrix(
  argv: readonly string[],
  flags: MatrixFlags,
  { cwd, env }: CommandContext,
) {
  refuseUnclear(argv, flags);
  const { scenario, seed, profile } = flags;
  const observed = await readObserved(profile);
  const gaps = Object.assign({}, observed, ...(flags.gap ?? []));
  // An observed profile is based on `vary`, which would make a new choice for each request.
  const base: MatrixBase = { scenario, seed, gaps, profile: observed ? 'least-promise' : profile };
  const { production, profile: preset } = await readStartFiles(completeOptions(base), true);
  if (preset === 'vary')
    throw new UserError({
      where: '--profile',
      what: 'cannot be vary, which makes a new choice for each request',
      expected: 'least-promise, typical, or a file',
    });
  const { handles } = production;
  const templates = readVariableTemplates(flags.env ?? [], matrixPlaceholders(handles));
  const only = flags.only && parseCell(flags.only.join(' + '), '--only');
  const { readResults } = await import('../matrix/results/failing-tests.ts');
  const remarks: string[] = [];
  const controlToken = randomBytes(32).toString('hex');
  return {
    flags,
    /** What each run has, wherever it takes place. */
    plan: {
      command: { argv, cwd, env },
      ...{ templates, handles },
      readTests: async (folder: string) => {
        const read = await readResults(folder);
        remarks.push(...read.problems.filter((problem) => !remarks.includes(problem)));
        return read.tests;
      },
      startCell: createStartCell(base, controlToken),
    },
    secrets: createSecrets([controlToken]),
    jobs: flags.jobs ?? availableParallelism(),
    only,
    accepted: (flags.accept ?? []).map((text) => formatCell(parseCell(text, '--accept'))),
    observed: observed && profile,
    /** The flags that a run of one cell needs too, in words. */
    options: repeatedFlags(flags),
    remarks,
  };
}

function refuseUnclear([program]: readonly string[], flags: MatrixFlags): void {
  if (program === undefined || program === '')
    throw new UserError({
      where: 'matrix',
      what: 'has no command to run',
      expected: 'your tests after --, as in: store-orders-sim matrix -- npm test',
    });
  const [required] = flags.require ?? [];
  if (!flags.faults && required !== undefined)
    throw new UserError({ where: '--require', what: `${required} and --no-faults exclude each other` });
}

/** Returns the choices of a file that `check --emit-profile` wrote. */
async function readObserved(profile: string | undefined) {
  if (profile === undefined || isProfileName(profile)) return undefined;
  const { observed, gaps } = await readProfileFile(profile);
  return observed === undefined ? undefined : gaps;
}

/** Returns the flags that decide the outcome of a run, in words. */
function repeatedFlags({ scenario, seed, profile, gap = [], env, timeout }: MatrixFlags): readonly string[] {
  const flags = {
    ...{ scenario, seed, profile },
    gap: gap.map((gaps) => formatCell({ gaps, faults: [] }).replaceAll(' + ', ',')),
    ...{ env, timeout: timeout && formatDuration(timeout) },
  };
  return Object.entries(flags).flatMap(([key, values]) =>
    [values].flat().flatMap((value) => (value === undefined ? [] : [flagOf(key), `${value}`])),
  );
}
