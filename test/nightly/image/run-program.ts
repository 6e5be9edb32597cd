import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../../../src/version.ts';
import type { Ended } from '../../e2e/image/docker.ts';

const root = fileURLToPath(packageRoot);

/** Creates a folder that is removed with the test. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'recipe-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Runs a program to its end, by default in the root of the repository. */
export async function run(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  cwd = root,
): Promise<Ended> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...variables };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    text.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.stderr += chunk;
  });
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)));
  return { code, ...text };
}
