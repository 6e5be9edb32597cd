import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../fixtures/many-environments.ts', import.meta.url));

/** 10,000 take half a minute; a fifth of them finds a leak of 10 KiB for each all the same. */
const count = process.env.MEMORY_ENVIRONMENTS ?? '2000';

test('environments created, used and deleted leave less than 20 MiB behind', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, count]);
  const { leftMiB, environments } = JSON.parse(stdout);
  expect(environments).toBe(2);
  expect(leftMiB).toBeLessThan(20);
}, 300_000);
