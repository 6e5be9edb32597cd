import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../support/programs/many-environments.ts', import.meta.url));

const count = 2_000;

test(`${count} environments leave less than 10 KiB each behind after they are deleted`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, `${count}`]);
  const { leftMiB, environments } = JSON.parse(stdout);
  expect(environments).toBe(2);
  expect(leftMiB * 1024).toBeLessThan(10 * count);
});
