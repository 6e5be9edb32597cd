import { expect, test } from 'vitest';
import { fixedSegment } from '../../../../test/simulator/orders/fixed-list.ts';
import { anEnvironment, placed } from '../../../../test/support/an-environment.ts';
import type { OrderList } from '../../orders/order-store.ts';
import { listBody } from './list-body.ts';

test('a later list is made once, also after an earlier one was ready', async () => {
  const { state } = anEnvironment();
  const list = (count: number) => listBody(state, listOf(count, count), state.choices.forRequest(1), list);
  const [first, second] = [list(1_200), list(60_000)];
  await first;
  expect(list(60_000)).toBe(second);
  expect(await second).toMatchObject({ kind: 'chunks' });
});

test('a list with an earlier lag that is ready later does not replace a later one', async () => {
  const { state } = anEnvironment();
  const choices = { ...state.choices.forRequest(1), 'cancelled-in-list': 'remove' } as const;
  const list = (count: number) => listBody(state, listOf(count, 1), choices, list);
  const earlier = list(1_200);
  state.listLag.cancelled(7n, 'after-9-reads', 0, 0);
  const later = await list(10);
  await earlier;
  expect(await list(10)).toHaveProperty('etag', later.etag);
});

test('a list that has lost its last segment is shorter', async () => {
  const { state } = anEnvironment();
  const { segments } = listOf(3, 1);
  const [first] = segments;
  if (first === undefined) throw new Error('no segment');
  const bytes = async (revision: number, of: OrderList['segments']) => {
    const list = { segments: of, revision, fieldsRevision: revision };
    const { chunks } = await listBody(state, list, state.choices.forRequest(1), segments);
    return `${Buffer.concat(chunks)}`;
  };
  expect(await bytes(1, [first, ...segments])).toMatch(/^\[(\{"id":0\},\{"id":1\},\{"id":2\},?){2}\]$/);
  expect(await bytes(2, [first])).toBe('[{"id":0},{"id":1},{"id":2}]');
});

/** A list of one segment that is not written yet. */
function listOf(count: number, revision: number): OrderList {
  const orders = Array.from({ length: count }, (_, at) => placed(BigInt(at)));
  return { segments: [fixedSegment(orders, count)], revision, fieldsRevision: revision };
}
