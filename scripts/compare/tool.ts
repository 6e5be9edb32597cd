import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Opened, Operation, Target } from './targets.ts';

/** Something that a tool found wrong, in words that are the same in each run. */
export type Found = { readonly operation?: Operation; readonly what: string };

/** A tool in its best documented set-up. */
export type Tool = {
  readonly name: string;
  /** The exact version of its package. */
  readonly version: string;
  /** How it was set up, as a clause. */
  readonly setUp: string;
  /** Installs it outside of the repository, unless it is there. Throws if it cannot be had. */
  install(): Promise<void>;
  /** Judges a server that is used by nothing else. */
  judge(opened: Opened, target: Target): Promise<readonly Found[]>;
  close?(): Promise<void>;
};

/** Where tools are installed. */
const cacheFolder = join(homedir(), '.cache/store-orders-sim-compare');

/** Returns a folder in the cache. */
export function inCache(...path: readonly string[]): string {
  const folder = join(cacheFolder, ...path);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Runs a program to its end, for at most two minutes. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  limitMs = 120_000,
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(program, args, {
    ...{ cwd, timeout: limitMs, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...env, NO_COLOR: '1', SCARF_ANALYTICS: 'false', SPECMATIC_TELEMETRY: 'false' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

/** As `run`; throws if the program fails. */
export async function runWell(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await run(program, args, cwd, 600_000);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${output.slice(-500)}`);
  return output;
}

/** Returns the operation of a request line such as `DELETE /store/orders/7`. */
export function operationOf(method: string, path: string): Operation | undefined {
  if (/\/store\/orders\/[^/]/.test(path)) return 'cancelOrder';
  return /\/store\/orders\/?(?:$|\?)/.test(path) && method !== 'DELETE' ? 'listOrders' : undefined;
}

/** An id of no order of any target. */
export const absentId = 987_654_321;
