import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { quote } from '../report/shell-words.ts';
import { codeOf, UserError } from '../user-error.ts';
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
  readonly signal: AbortSignal;
  readonly groups: ProcessGroups;
  /** How long the processes of a group have to end by themselves. @default 2000 */
  readonly graceMs?: number;
};

/** How a command ended, and what it printed to stdout and stderr. */
export type CommandEnd = Awaited<ReturnType<typeof runCommand>>;

/** How long output is read from a pipe that a process outside the group holds open. */
const leftoverPipeMs = 250;

/** A longer timer of Node.js would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Runs a command as the leader of a process group. When the leader has exited, or after the time limit, the rest of its
 * group is ended. A process that has left the group is not waited for. Throws a UserError with exit code 3 if the command
 * cannot start.
 */
export async function runCommand(command: UserCommand, limits: CommandLimits) {
  const startedAt = performance.now();
  const { groups, graceMs = 2_000 } = limits;
  const child = await start(command, groups);
  const output = keepOutput();
  const closed = once(child, 'close');
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.add(chunk));
  const over = new AbortController();
  const signal = AbortSignal.any([limits.signal, over.signal]);
  const hung = sleep(Math.min(limits.timeoutMs, longestTimerMs), undefined, { signal }).then(
    () => 'timed-out' as const,
    () => 'interrupted' as const,
  );
  const kind = await Promise.race([exited.then(() => 'exited' as const), hung]);
  over.abort();
  const ms = performance.now() - startedAt;
  await groups.end(child.pid ?? 0, graceMs);
  const [code, ending] = await exited;
  await Promise.race([closed, sleep(leftoverPipeMs, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  // `code` is null after a signal; `ms` is the time from the start to the end.
  return { kind, code, signal: ending, output, ms };
}

async function start({ argv, cwd, env, printsHere = false }: UserCommand, groups: ProcessGroups) {
  const [file = '', ...args] = argv;
  const prints = printsHere ? 'inherit' : 'pipe';
  try {
    // Detached, it leads a group of its own.
    const options = { cwd, env, detached: true, windowsHide: true } as const;
    const child = spawn(file, args, { ...options, stdio: ['ignore', prints, prints] });
    if (child.pid !== undefined) groups.add(child.pid);
    await once(child, 'spawn');
    return child;
  } catch (error) {
    throw notStarted(argv, error);
  }
}

/** The bytes that are kept of the end. */
const keptBytes = 64 * 1024;

/** Keeps the last `most` bytes of the output of a command. */
export function keepOutput(most: number = keptBytes) {
  let kept: Buffer[] = [];
  let length = 0;
  const last = (): Buffer => {
    // A copy, because a part of a chunk keeps the memory of all of it.
    const bytes = Buffer.from(Buffer.concat(kept).subarray(-most));
    [kept, length] = [[bytes], bytes.length];
    return bytes;
  };
  return {
    add: (chunk: Buffer): void => {
      kept.push(chunk);
      length += chunk.length;
      // Not with each chunk, so that an output in tiny chunks costs no more than one in large chunks.
      if (length > 2 * most) last();
    },
    text: (): string => last().toString('utf8'),
  };
}

/** Returns the UserError, with exit code 3, for a command that the system could not start. */
function notStarted(argv: readonly string[], error: unknown): UserError {
  const code = codeOf(error) ?? String(error);
  const [file = ''] = argv;
  const line = argv.join(' ');
  const what = `${JSON.stringify(file)} ${code === 'ENOENT' ? 'was not found' : 'cannot start'} (${code})`;
  // A shell reads words, pipes, variables and redirections; here, each argument is one word.
  const isShell = (argv.length === 1 && /\s/.test(file)) || /[|&;<>$`]|^[A-Z_]+=/.test(line);
  const usual =
    code === 'EACCES'
      ? `try chmod +x ${file}, or name its interpreter before it`
      : 'give the program after --, as in: -- npm test';
  const hint = isShell ? `no shell reads it: write -- sh -c ${quote(line)}` : usual;
  return new UserError({ where: 'COMMAND', what, hint }, 3);
}
