import type { CheckFlags } from '../check/check-table.ts';
import { machineClock } from '../clock.ts';
import { nearestHint } from '../text/nearest.ts';
import { type ExitCode, formatProblem, type Problem, UserError } from '../user-error.ts';
import { type ConfiguredTarget, readCheckConfig } from './check-config.ts';
import { firstUsed } from './flags.ts';

type ConfigFlags = CheckFlags & { readonly config: string };

const ofOneTarget = [
  ...(['apiKey', 'apiKeyFile', 'apiKeyEnv', 'pendingId', 'shippedId', 'raceId'] as const),
  ...(['iOwnTheseOrders', 'controlUrl', 'har', 'history', 'quickstart'] as const),
];

/**
 * Reads the targets of `--config` that `--target` selects, all of them by default. Flags of the command line have
 * precedence over the file. Throws a UserError.
 */
export async function readTargets(
  url: string | undefined,
  flags: ConfigFlags,
): Promise<readonly ConfiguredTarget[]> {
  const { config: file, target: wanted, ...given } = flags;
  const where = url === undefined ? firstUsed(given, ofOneTarget) : `the address ${url}`;
  if (where !== undefined)
    throw new UserError({
      where,
      what: 'cannot be combined with --config',
      hint: `set it for a target in ${file}`,
    });
  const all = await readCheckConfig(file);
  const targets = select(all, wanted, file).map((target) => ({
    ...target,
    flags: withTargetName(target.name, { ...target.flags, ...given }),
  }));
  const problems = [...targets.flatMap((target) => incomplete(target, file)), ...sharedFiles(targets)];
  if (problems.length > 0) throw new UserError(problems);
  return targets;
}

function select(
  all: readonly ConfiguredTarget[],
  wanted: readonly string[] | undefined,
  file: string,
): readonly ConfiguredTarget[] {
  const names = all.map(({ name }) => name);
  for (const name of wanted ?? [])
    if (!names.includes(name))
      throw new UserError({
        where: '--target',
        what: `${file} has no target "${name}"`,
        hint: nearestHint(name, names),
      });
  return all.filter(({ name }) => wanted === undefined || wanted.includes(name));
}

function withTargetName(name: string, flags: CheckFlags): CheckFlags {
  const { report, emitProfile, expectProfile } = flags;
  const insert = (text: string): string => text.replaceAll('{target}', name);
  return {
    ...flags,
    ...(report && { report: report.map(insert) }),
    ...(emitProfile && { emitProfile: insert(emitProfile) }),
    ...(expectProfile && { expectProfile: insert(expectProfile) }),
  };
}

/** A target has its own key: that of STORE_ORDERS_API_KEY could go to a target that it does not belong to. */
function incomplete({ name, url, flags }: ConfiguredTarget, file: string): readonly Problem[] {
  const where = `${file} target ${name}`;
  const problems: Problem[] = [];
  if (url === undefined && flags.quickstart === undefined)
    problems.push({ where, what: 'has no url', expected: 'a base address, ending in /v1, or quickstart' });
  if (flags.apiKeyEnv === undefined && flags.apiKeyFile === undefined)
    problems.push({ where, what: 'has no API key', expected: 'apiKeyEnv or apiKeyFile' });
  return problems;
}

function sharedFiles(targets: readonly ConfiguredTarget[]): readonly Problem[] {
  const written = targets.flatMap(({ flags }) => [...filesOf(flags)]);
  return [...Map.groupBy(written, ([file]) => file).values()].flatMap(([first, second]) =>
    first === undefined || second === undefined
      ? []
      : {
          where: first[1],
          what: `would write ${first[0]} more than once`,
          hint: 'put {target} into the file name',
        },
  );
}

/** Returns the files that a check writes, each with its flag. */
function filesOf({
  report = [],
  emitProfile,
  expectProfile,
  update,
}: CheckFlags): ReadonlyMap<string, string> {
  const profiles = { '--emit-profile': emitProfile, '--update': update === true ? expectProfile : undefined };
  return new Map([
    ...report.map((text) => [text.slice(text.indexOf('=') + 1), '--report'] as const),
    ...Object.entries(profiles).flatMap(([flag, file]) =>
      file === undefined ? [] : [[file, flag] as const],
    ),
  ]);
}

/** A target that is ready to be checked. `totalTimeoutMs` limits its check. */
export type TargetCheck = {
  readonly name: string;
  run(totalTimeoutMs: number | undefined): Promise<ExitCode>;
};

/** Prefixes the problems of a UserError with the name of a target. */
export async function named<T>(name: string, file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const where = `${file} target ${name}`;
    const problems = error.problems.map((problem) => ({
      ...problem,
      where: problem.where === undefined ? where : `${where}: ${problem.where}`,
    }));
    throw new UserError(problems, error.exitCode);
  }
}

/** The exit codes, the worst first: an interrupted run, a broken contract, then what could not be checked. */
const worstFirst: readonly ExitCode[] = [130, 70, 1, 2, 3, 4, 0];

type Output = { readonly write: (text: string) => unknown };

/**
 * Checks targets one after another and prints a summary. An error of one target does not stop the others; an interrupt
 * does. Returns the worst exit code.
 *
 * @param limitMs the time of the whole run
 */
export async function checkTargets(
  checks: readonly TargetCheck[],
  limitMs: number | undefined,
  { out, err }: { readonly out: Output; readonly err: Output },
): Promise<ExitCode> {
  const until = limitMs === undefined ? undefined : machineClock.now() + limitMs;
  const codes: ExitCode[] = [];
  for (const { name, run } of checks) {
    if (codes.includes(130)) break;
    out.write(`${codes.length === 0 ? '' : '\n'}target ${name}\n`);
    const left = until === undefined ? undefined : Math.max(1, until - machineClock.now());
    codes.push(await run(left).catch((error: unknown) => print(error, err)));
  }
  const lines = checks.map(({ name }, at) => `  ${name}  ${outcomes[codes[at] ?? 130]}\n`);
  out.write(`\n${checks.length} targets\n${lines.join('')}`);
  return worstFirst.find((code) => codes.includes(code)) ?? 0;
}

const outcomes: Readonly<Partial<Record<ExitCode, string>>> = {
  0: 'keeps the contract',
  1: 'breaks the contract',
  2: 'was not checked: wrong usage',
  3: 'was not checked to the end',
  4: 'keeps the contract, but differs from the expected profile',
  70: 'was not checked',
  130: 'was interrupted',
};

function print(error: unknown, err: Output): ExitCode {
  if (!(error instanceof UserError)) throw error;
  for (const problem of error.problems) err.write(`error: ${formatProblem(problem)}\n`);
  return error.exitCode;
}
