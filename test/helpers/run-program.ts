import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';

/** Our command line, unbuilt. */
export const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
export const heldServe = fileURLToPath(new URL('programs/serve-held.ts', import.meta.url));
export const listModules = new URL('programs/list-modules.ts', import.meta.url).href;

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
};

type Options = { readonly variables?: Readonly<Record<string, string>>; readonly imports?: string };

/** Starts a program of ours in a process of its own, with no variable of this one but PATH and the cache of what is compiled. It ends with the test. */
export function startProgram(file: string, args: readonly string[], options: Options = {}): Program {
  const imports = options.imports === undefined ? [] : ['--import', options.imports];
  return start(process.execPath, [...imports, file, ...args], options.variables);
}

/** Starts a line of the shell, in which `$0` is Node and `$1` our command line, as `startProgram` does. */
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
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return {
    child,
    ended,
    async said(pattern, count = 1) {
      for (;;) {
        const found = [...stdout.matchAll(pattern)];
        if (found.length >= count) return found;
        const event = await Promise.race([once(child, 'said'), ended]);
        if ('stderr' in event) throw new Error(`ended with ${event.code}: ${event.stdout}${event.stderr}`);
      }
    },
  };
}

/** Runs a program of ours to its end. */
export function runProgram(file: string, args: readonly string[], options: Options = {}): Promise<Ended> {
  return startProgram(file, args, options).ended;
}

/** Runs a command line to its end. */
export type RunCommandLine = (
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
) => Promise<Ended>;

/**
 * For files with many command lines that end by themselves: one process runs them all, one after the other, so that the
 * modules are loaded once. Whether a process ends as it should is for `runProgram` to see.
 */
export function openCommandLines(): RunCommandLine {
  const child = fork(fileURLToPath(new URL('programs/command-lines.ts', import.meta.url)));
  afterAll(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`ended with ${code}`)));
  ended.catch(() => {});
  let before: Promise<unknown> = Promise.resolve();
  return (args, variables = {}) => {
    const answer = before.then(async () => {
      const answered = once(child, 'message');
      child.send({ args, variables });
      const [outcome] = await Promise.race([answered, ended]);
      return outcome as Ended;
    });
    before = answer.catch(() => {});
    return answer;
  };
}
