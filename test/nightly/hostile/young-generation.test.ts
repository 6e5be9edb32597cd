import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runProgram } from '../../support/run-program.ts';

const program = fileURLToPath(new URL('../../support/programs/young-generation.ts', import.meta.url));
const bytesOf = async (mode: string): Promise<number> => Number((await runProgram(program, [mode])).stdout);

test('a process that keeps many objects for a while has at most 32 MiB for young ones', async () => {
  const [limited, plain] = await Promise.all([bytesOf('limited'), bytesOf('plain')]);
  expect(limited).toBe(32 * 1024 ** 2);
  expect(plain).toBeGreaterThan(limited);
});
