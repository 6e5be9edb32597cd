import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startProgram } from '../support/run-program.ts';

const program = fileURLToPath(new URL('../support/programs/write-transcript.ts', import.meta.url));
const transcriptOf = async (seed: string, variables = {}): Promise<string> => {
  const { code, stdout, stderr } = await startProgram(program, [seed], { variables }).ended;
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

test('the same seed and requests draw the same faults, delays, gap choices and ids in two processes', async () => {
  const [one, same] = await Promise.all([
    transcriptOf('7', { TZ: 'UTC', LANG: 'C' }),
    transcriptOf('7', { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' }),
  ]);
  expect(same).toBe(one);
  expect(one).toContain('ECONNRESET');
  expect(one).toMatch(/waited \d+ ms/);
  expect(one).toContain('HTTP/1.1 503');
});
