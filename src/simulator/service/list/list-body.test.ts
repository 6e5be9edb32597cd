import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEnvironment, placed as order1 } from '../../../../test/support/an-environment.ts';
import { drawFraction } from '../../../draw.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { type GapKey, gaps } from '../../environment/gaps/gaps.ts';
import { type Order, orderStatuses } from '../../orders/order.ts';
import type { PlacedOrder } from '../../orders/order-store.ts';
import { listBody, listGaps, maxListBytes, seedOfList } from './list-body.ts';
import { writeOrder } from './order-json.ts';

function bodyOf(state: EnvironmentState, given: Partial<Choices> = {}) {
  return listBody(state, state.store.list(), { ...state.choices.forRequest(1), ...given });
}

test('bytes are made once, and again only if the list shows a change', () => {
  const { state } = anEnvironment({ orders: [order1(1n), order1(2n)] });
  const bytes = (given: Partial<Choices> = {}) => bodyOf(state, given).bytes;
  const [removing, byId] = [{ 'cancelled-in-list': 'remove' }, { 'list-order': 'by-id' }] as const;
  const [kept, removed, sorted] = [bytes(), bytes(removing), bytes(byId)];
  expect([bytes(), bytes(removing), bytes(byId)]).toEqual([kept, removed, sorted]);
  state.store.cancel(1n);
  expect(bytes()).toBe(kept);
  expect(bytes(byId)).toBe(sorted);
  expect(`${bytes(removing)}`).toBe('[{"id":2}]');
});

test('bytes are made again after the lists of other environments took all their room', () => {
  const shipDate = 'x'.repeat(maxListBytes / 10);
  const states = Array.from(
    { length: 11 },
    () => anEnvironment({ orders: [order1(1n, 'pending', { shipDate })] }).state,
  );
  const [first] = states.map((state) => bodyOf(state).bytes);
  expect(bodyOf(states[10] as EnvironmentState).bytes).toBe(bodyOf(states[10] as EnvironmentState).bytes);
  expect(bodyOf(states[0] as EnvironmentState).bytes).not.toBe(first);
});

test.each([
  ['a string', 16 * 1024, true, false],
  ['its own head', 8_192, true, true],
])('a list is %s up to %i bytes', (_, most, isShort, isHead) => {
  const [short, long] = [most, most + 1].map((length) => {
    const shipDate = 'x'.repeat(length - '[{"shipDate":""}]'.length);
    return bodyOf(anEnvironment({ orders: [{ order: { shipDate }, status: 'pending' }] }).state);
  });
  expect([short?.length, long?.length]).toEqual([most, most + 1]);
  if (isHead) expect([short?.head === short?.bytes, long?.head.length]).toEqual([true, 8_192]);
  else expect([short?.latin1 === `${short?.bytes}`, long?.latin1]).toEqual([isShort, undefined]);
});

test('a list has a strong ETag of its bytes, and is compressed once', async () => {
  const body = bodyOf(anEnvironment({ orders: [order1(1n), order1(2n)] }).state);
  const hash = createHash('sha256').update(body.bytes).digest('base64url');
  expect(body.etag()).toBe(`"${hash.slice(0, 27)}"`);
  expect(body.gzip()).toBe(body.gzip());
  expect(gunzipSync(await body.gzip())).toEqual(body.bytes);
});

test.each([{ 'list-order': 'shuffled' }, { 'optional-fields': 'sparse' }] as const)(
  'with %o sixteen lists in a row differ and are written once, and a second run has the same ones',
  (gap) => {
    const run = (): readonly Buffer[] => {
      const orders = Array.from({ length: 30 }, (_, at) => order1(BigInt(at), 'pending', { petId: 7n }));
      const { state } = anEnvironment({ orders });
      const lists: Buffer[] = [];
      for (; state.counts.lists < 32; state.counts.lists++) lists.push(bodyOf(state, gap).bytes);
      return lists;
    };
    const lists = run();
    expect(new Set(lists.slice(0, 16).map(String)).size).toBe(16);
    expect(lists.slice(16).every((bytes, at) => bytes === lists[at])).toBe(true);
    expect(run()).toEqual(lists);
  },
);

const id = fc.bigInt(0n, 12n);
const order: fc.Arbitrary<Order> = fc.record(
  {
    quantity: fc.bigInt(-9n, 9n),
    shipDate: fc.constantFrom('2026-01-20T10:00:00Z', '2026-01-20T10:00:00.5+01:00', 'später, {"id":3}'),
    complete: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const placed: fc.Arbitrary<PlacedOrder> = fc
  .tuple(fc.option(id, { nil: undefined }), order, fc.constantFrom(...orderStatuses))
  .map(([one, rest, status]) => ({ order: one === undefined ? rest : { id: one, ...rest }, status }));
const start = fc.uniqueArray(placed, {
  maxLength: 12,
  // No two have the same id; any number has none.
  selector: (one) => one.order.id ?? Symbol('no id'),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), id, lags: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('put' as const), placed }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.constant({ do: 'settle' as const }) },
);
const choicesOf = (key: GapKey): fc.Arbitrary<string> =>
  fc.constantFrom(...Object.keys(gaps.find((gap) => gap.key === key)?.choices ?? {}));
const choices = fc.record(Object.fromEntries(listGaps.map((key) => [key, choicesOf(key)] as const)));

test('kept bytes equal newly made bytes after any change and for any choices', () => {
  fc.assert(
    fc.property(start, fc.array(fc.tuple(step, choices), { maxLength: 15 }), (orders, steps) => {
      const { state } = anEnvironment({ orders, handles: new Map([['named', 3n]]) });
      for (const [one, given] of steps) {
        take(state, one);
        for (const of of [{}, { 'cancelled-in-list': 'remove' } as const, given as Partial<Choices>]) {
          const { bytes, length } = bodyOf(state, of);
          expect(`${bytes}`).toBe(madeAnew(state, { ...state.choices.forRequest(1), ...of }));
          expect(bytes).toHaveLength(length);
        }
      }
    }),
  );
});

function take(
  { store, listLag }: EnvironmentState,
  one: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
): void {
  if (one.do === 'put') store.put(one.placed);
  else if (one.do === 'remove') store.remove(one.id);
  else if (one.do === 'settle') listLag.settle(0, 1);
  else if (store.cancel(one.id).kind === 'cancelled' && one.lags)
    listLag.cancelled(one.id, 'after-1-reads', 0, 0);
}

function madeAnew(state: EnvironmentState, of: Choices): string {
  const { store, listLag, isNamed } = state;
  const seed = seedOfList(state, of);
  const places = store.list().orders.map(({ order: { id: one } }, at) => {
    if (of['list-order'] === 'as-placed') return at;
    if (of['list-order'] === 'by-id') return Number(one ?? 1_000);
    return drawFraction(seed, 'shuffle', one ?? `at ${at}`);
  });
  const shown = store
    .list()
    .orders.map((one, at) => ({ ...one, place: places[at] ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .filter(
      ({ status, order: { id: one } }) =>
        of['cancelled-in-list'] === 'keep' || status !== 'cancelled' || listLag.shows(one),
    );
  return `[${shown.map((one) => writeOrder(one.order, { ...of, seed, isNamed })).join()}]`;
}
