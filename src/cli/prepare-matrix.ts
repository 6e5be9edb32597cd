import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { readVariableTemplates } from '../command/variables.ts';
import { formatCell, parseCell } from '../matrix/plan/cell.ts';
import { matrixPlaceholders } from '../matrix/run/command-variables.ts';
import { createStartCell, type MatrixBase } from '../matrix/run/start-cell.ts';
import type { Variables } from '../options/process-variables.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { completeOptions } from '../simulator/complete-options.ts';
import { isProfileName } from '../simulator/environment/profile-name.ts';
import { readProfileFile } from '../simulator/scenarios/profile-file.ts';
import { readStartFiles } from '../simulator/start-files.ts';
import { formatDuration } from '../text/duration.ts';
import { UserError } from '../user-error.ts';
import type { MatrixFlags } from './matrix-flags.ts';

/** A matrix whose flags and files are read and valid. */
export type PreparedMatrix = Awaited<ReturnType<typeof prepareMatrix>>;

/** Reads everything that may be invalid before the first run. Throws UserErrors. */
export async function prepareMatrix(
  argv: readonly string[],
  flags: MatrixFlags,
  { cwd, env }: { readonly cwd: string; readonly env: Variables },
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
    options: repeatedFlags(flags).flat(),
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

/** Returns the flags that decide the outcome of a run, with their values in words. */
function repeatedFlags(given: MatrixFlags): readonly (readonly [name: string, value: string])[] {
  const { scenario, seed, profile, gap = [], env = [], timeout } = given;
  const choices = gap.map((gaps) => formatCell({ gaps, faults: [] }).replaceAll(' + ', ','));
  const flags: Readonly<Record<string, readonly (string | number | undefined)[]>> = {
    '--scenario': [scenario],
    '--seed': [seed],
    '--profile': [profile],
    '--gap': choices,
    '--env': env,
    '--timeout': [timeout && formatDuration(timeout)],
  };
  return Object.entries(flags).flatMap(([name, values]) =>
    values.flatMap((value) => (value === undefined ? [] : [[name, `${value}`] as const])),
  );
}
