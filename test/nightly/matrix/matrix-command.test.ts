import { expect, test } from 'vitest';
import { client, run } from '../../matrix/run-bench-client.ts';
import { newFolder } from '../../support/new-folder.ts';

test('ends a client without a time-out, and notes it', async () => {
  const only = ['--only', 'listOrders:1:slow', '--timeout', '12s'];
  const { out, code } = await run(newFolder(), [...only, ...client('no-time-out')]);
  expect([code, out]).toEqual([1, expect.stringMatching(/waits for a response without a time-out/)]);
});

test('finds nothing for a careful client', async () => {
  const { code, out } = await run(newFolder(), ['--no-faults', '--jobs', '2', ...client('careful')]);
  expect([code, out]).toEqual([0, expect.stringMatching(/\d+ runs/)]);
});
