import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepOutput } from './kept-output.ts';
import { notStarted } from './not-started.ts';
import type { ProcessGroups } from './process-groups.ts';

export type UserCommand = {
  /** The program and its arguments. No shell reads them. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether it prints to stdout and stderr of this process. Its output is not kept then. */
  readonly printsHere?: boolean;
};

export type CommandLimits = {
  readonly timeoutMs: number;
  /** The time without a sign of progress after which it is ended too. @default no limit */
  readonly quietMs?: number;
  /** When its last sign of progress was, as `performance.now()` shows it. @default its start */
  readonly progressAt?: () => number;
  readonly signal: AbortSignal;
  readonly groups: ProcessGroups;
  /** How long the processes of a group have to end by themselves. @default 2000 */
  readonly graceMs?: number;
};

/** How a command ended, and what it printed to stdout and stderr. */
export type CommandEnd = Awaited<ReturnType<typeof runCommand>>;

/** How long output is read from a pipe that a process outside the group holds open. */
const leftoverPipeMs = 250;

/**
 * Runs a command as the leader of a process group. When the leader has exited, or after the time limit, the rest of its
 * group is ended. A process that has left the group is not waited for. Throws a UserError with exit code 3 if the command
 * cannot start.
 */
export async function runCommand({ argv, cwd, env, printsHere = false }: UserCommand, limits: CommandLimits) {
  const startedAt = performance.now();
  const { groups, graceMs = 2_000 } = limits;
  const prints = printsHere ? 'inherit' : 'pipe';
  const child = await start(argv, { cwd, env, stdio: ['ignore', prints, prints] }, groups);
  const leader = child.pid ?? 0;
  const output = keepOutput();
  const closed = once(child, 'close');
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.add(chunk));
  const kind = await firstOf(exited, limits, startedAt);
  const ms = performance.now() - startedAt;
  await groups.end(leader, graceMs);
  const [code, ending] = await exited;
  await within(closed, leftoverPipeMs);
  child.stdout?.destroy();
  child.stderr?.destroy();
  // `code` is null after a signal; `ms` is the time from the start to the end.
  return { kind, code, signal: ending, output, ms };
}

async function start(
  argv: readonly string[],
  options: SpawnOptions,
  groups: ProcessGroups,
): Promise<ChildProcess> {
  const [file = '', ...args] = argv;
  try {
    const child = spawn(file, args, {
      ...options,
      // Makes it the leader of a group of its own.
      detached: true,
      windowsHide: true,
    });
    if (child.pid !== undefined) groups.add(child.pid);
    await once(child, 'spawn');
    return child;
  } catch (error) {
    throw notStarted(argv, error);
  }
}

async function firstOf(
  exited: Promise<unknown>,
  limits: CommandLimits,
  startedAt: number,
): Promise<'exited' | 'timed-out' | 'interrupted'> {
  const ended = new AbortController();
  const timer = untilHung({ ...limits, signal: AbortSignal.any([limits.signal, ended.signal]) }, startedAt);
  try {
    return await Promise.race([exited.then(() => 'exited' as const), timer]);
  } finally {
    ended.abort();
  }
}

async function untilHung(
  { timeoutMs, quietMs = Number.POSITIVE_INFINITY, progressAt = () => startedAt, signal }: CommandLimits,
  startedAt: number,
): Promise<'timed-out' | 'interrupted'> {
  const left = (): number => Math.min(startedAt + timeoutMs, progressAt() + quietMs) - performance.now();
  try {
    // A longer timer of Node.js would fire at once.
    for (let ms = left(); ms > 0; ms = left()) await sleep(Math.min(ms, 2 ** 31 - 1), undefined, { signal });
    return 'timed-out';
  } catch {
    return 'interrupted';
  }
}

async function within(event: Promise<unknown>, ms: number): Promise<void> {
  const ended = new AbortController();
  await Promise.race([event, sleep(ms, undefined, { signal: ended.signal }).catch(() => {})]);
  ended.abort();
}
