import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';

/** Together more than is joined into one piece for a single list. */
const count = 8_000;
const rest = { shipDate: '2026-01-20T10:00:00Z' };
const headers = { authorization: `Bearer ${testKey}` };
const ids = Array.from({ length: count }, (_, at) => at + 1);

async function openLongList(cancelledInList: 'keep' | 'remove') {
  const simulator = await openTestSimulator({
    orders: ids.map((id) => placed(BigInt(id), 'pending', rest)),
    gaps: { 'cancelled-in-list': cancelledInList },
  });
  const list = async (): Promise<string> =>
    (await fetch(`${simulator.baseUrl}/store/orders`, { headers })).text();
  const cancel = async (id: number): Promise<number> =>
    (await fetch(`${simulator.baseUrl}/store/orders/${id}`, { method: 'DELETE', headers })).status;
  return { simulator, list, cancel };
}

const listOf = (shown: readonly number[]): string => JSON.stringify(shown.map((id) => ({ id, ...rest })));

// A list is written in segments the first time, in one piece from the second time on, and in segments after a change.
test('a long list has the same bytes for every request', async () => {
  const { simulator, list, cancel } = await openLongList('keep');
  await using _ = simulator;
  for (let times = 0; times < 3; times++) expect((await list()) === listOf(ids)).toBe(true);
  expect(await cancel(600)).toBe(204);
  for (let times = 0; times < 2; times++) expect((await list()) === listOf(ids)).toBe(true);
});

test('a long list shows each cancel at once, in any segment', async () => {
  const { simulator, list, cancel } = await openLongList('remove');
  await using _ = simulator;
  let shown = ids;
  for (const id of [1, 512, 513, 6_000, count]) {
    for (let times = 0; times < 3; times++) expect((await list()) === listOf(shown)).toBe(true);
    expect(await cancel(id)).toBe(204);
    shown = shown.filter((other) => other !== id);
  }
  expect((await list()) === listOf(shown)).toBe(true);
});
