import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../src/version.ts';

const page = await readFile(new URL('docs/guides/testing.md', packageRoot), 'utf8');
const files = [...page.matchAll(/^`(\S+)`:\n\n```ts\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => ({
  name,
  text,
}));
const modules = fileURLToPath(new URL('node_modules', packageRoot));

/** Replaces imports of the package by imports of its sources. */
function fromSources(text: string): string {
  return text
    .replaceAll(
      "'store-orders-sim/client'",
      JSON.stringify(fileURLToPath(new URL('src/client/index.ts', packageRoot))),
    )
    .replaceAll("'store-orders-sim'", JSON.stringify(fileURLToPath(new URL('src/index.ts', packageRoot))));
}

test('the test suite in docs/guides/testing.md passes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testing-'));
  try {
    await symlink(modules, join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    for (const { name, text } of files) await writeFile(join(folder, name), fromSources(text));
    const vitest = join(modules, 'vitest/vitest.mjs');
    // A busy machine may take longer than the five seconds that a test has by default.
    const times = ['--testTimeout=60000', '--hookTimeout=60000'];
    const run = promisify(execFile)(
      process.execPath,
      [vitest, 'run', ...times, '--reporter=json', '--outputFile=report.json'],
      { cwd: folder, env: { PATH: process.env.PATH } },
    );
    await run.catch((failed: { stdout: string; stderr: string }) => {
      throw new Error(failed.stdout + failed.stderr);
    });
    const tests = page.match(/^test\(/gm)?.length;
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ numPassedTests: tests, numTotalTests: tests, success: true });
    expect(tests).toBe(5);
  } finally {
    await rm(folder, { recursive: true });
  }
});
