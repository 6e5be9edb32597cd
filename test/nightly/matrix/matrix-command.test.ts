import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { client, run } from '../../matrix/run-bench-client.ts';
import { newFolder } from '../../support/new-folder.ts';

test('ends a client without a time-out, and notes it', async () => {
  const only = ['--only', 'listOrders:1:slow', '--timeout', '12s'];
  const { out, code } = await run(newFolder(), [...only, ...client('no-time-out')]);
  expect([code, out]).toEqual([1, expect.stringMatching(/waits for a response without a time-out/)]);
});

test('finds nothing for a careful client, and runs nothing again', async () => {
  const folder = newFolder();
  const inputs = ['--input', `${fileURLToPath(new URL('../../matrix/clients/*', import.meta.url))}`];
  const args = ['--no-faults', '--jobs', '2', ...inputs, ...client('careful')];
  const first = await run(folder, args);
  expect([first.code, first.out]).toEqual([0, expect.stringMatching(/\d+ runs/)]);
  const again = await run(folder, args);
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/so nothing was run/)]);
});
