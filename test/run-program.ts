import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const heldServe = fileURLToPath(new URL('fixtures/serve-held.ts', import.meta.url));
export const listModules = new URL('fixtures/list-modules.ts', import.meta.url).href;

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

/** Starts a program of ours in a process of its own, with no variable of this one but PATH. It ends with the test. */
export function startProgram(file: string, args: readonly string[], options: Options = {}): Program {
  const imports = options.imports === undefined ? [] : ['--import', options.imports];
  const env = { PATH: process.env.PATH, ...options.variables };
  const child = spawn(process.execPath, [...imports, file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
