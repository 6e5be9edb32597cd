import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';

/** The entry of the command line, as TypeScript. */
export const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
export const heldServe = fileURLToPath(new URL('programs/serve-held.ts', import.meta.url));

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Program = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once stdout has `count` matches; rejects when the program ends without them. */
  said(pattern: RegExp, count?: number): Promise<readonly RegExpMatchArray[]>;
  /** As `said`, for stderr. */
  logged(pattern: RegExp, count?: number): Promise<readonly RegExpMatchArray[]>;
};

type Options = { readonly variables?: Readonly<Record<string, string>> };

/**
 * Starts a Node.js program in a new process, with PATH and the compile cache as its only inherited variables. The process
 * is killed at the end of the test.
 */
export function startProgram(file: string, args: readonly string[], options: Options = {}): Program {
  return start(process.execPath, [file, ...args], options.variables);
}

/** Starts a shell command as `startProgram` does. `$0` is Node.js and `$1` the entry of the command line. */
export function startShell(line: string, variables?: Readonly<Record<string, string>>): Program {
  return start('bash', ['-c', line, process.execPath, main], variables);
}

function start(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Program {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...variables };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    child.emit('said');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    child.emit('said');
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  const until = async (output: () => string, pattern: RegExp, count = 1) => {
    for (;;) {
      const found = [...output().matchAll(pattern)];
      if (found.length >= count) return found;
      const event = await Promise.race([once(child, 'said'), ended]);
      if ('stderr' in event) throw new Error(`exited with ${event.code}: ${event.stdout}${event.stderr}`);
    }
  };
  return {
    child,
    ended,
    said: (pattern, count) => until(() => stdout, pattern, count),
    logged: (pattern, count) => until(() => stderr, pattern, count),
  };
}

/** Runs a Node.js program until it exits. */
export function runProgram(file: string, args: readonly string[], options: Options = {}): Promise<Ended> {
  return startProgram(file, args, options).ended;
}

/** Runs a command line until it exits. */
export type RunCommandLine = (
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
) => Promise<Ended>;

/**
 * Runs command lines one after the other in one process, which loads the modules once. Use it for many command lines that
 * exit by themselves, and `runProgram` to test how a process exits.
 */
export function openCommandLines(): RunCommandLine {
  const child = fork(fileURLToPath(new URL('programs/command-lines.ts', import.meta.url)));
  afterAll(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`exited with ${code}`)));
  ended.catch(() => {});
  let before: Promise<unknown> = Promise.resolve();
  return (args, variables = {}) => {
    const result = before.then(async () => {
      const message = once(child, 'message');
      child.send({ args, variables });
      const [outcome] = await Promise.race([message, ended]);
      return outcome as Ended;
    });
    before = result.catch(() => {});
    return result;
  };
}

/** Whether this machine has curl, which the commands of the docs call. Without it those tests are skipped. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;
