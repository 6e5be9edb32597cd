import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEntry } from '../../../../test/simulator/environment/journal/an-entry.ts';
import { anEnvironment, aState, placed } from '../../../../test/support/an-environment.ts';
import { createTestClock } from '../../../../test/support/test-clock.ts';
import { largestInt64, smallestInt64 } from '../../../order-id.ts';
import { ordersOf } from '../../orders/order-store.ts';
import { createState, type EnvironmentState } from '../environment.ts';
import {
  Initials,
  pack,
  packExchange,
  packState,
  partNames,
  partOf,
  unpack,
  unpackExchange,
  unpackState,
} from './pack.ts';

const ids = fc.uniqueArray(fc.bigInt(smallestInt64, largestInt64), { minLength: 3, maxLength: 600 });
const settings = { name: 'production', apiKeys: ['key'], seed: '1', gaps: {}, machine: createTestClock() };

/** Changes a state in every way that a test or a client can. */
function change(
  { store, faults, gates, choices, keys, listLag, counts }: EnvironmentState,
  [a, b]: bigint[],
) {
  if (a === undefined || b === undefined) return;
  store.cancel(a);
  store.ship(b);
  faults.add([{ kind: 'stale-list', times: 2 }]);
  gates.open({ id: 'race', orderId: a, timeoutMs: 60_000 });
  choices.change('typical', { etag: 'on' });
  keys.add('another', 5);
  listLag.cancelled(a, 'after-2-reads', 0, 1);
  Object.assign(counts, { requests: 7, lists: 2, messages: 1 });
}

const shown = (state: EnvironmentState) => ({
  orders: [...ordersOf(state.store.list())].map(({ order, status }) => ({ order, status })),
  late: [...state.listLag.limits()],
  counts: state.counts,
  parts: partNames.map((name) => [name, partOf(state, name)]),
});

test('a state is the same after it was written and read, with its initial state, and finds each order', () => {
  fc.assert(
    fc.property(ids, fc.boolean(), (all, puts) => {
      const initial = aState({ orders: all.map((id) => placed(id)), handles: new Map([['first', 1n]]) });
      const state = createState(settings, initial);
      change(state, all);
      if (puts) state.store.put(placed(all[2] ?? 0n, 'shipped', { quantity: 10n ** 30n }));
      const { hash, text } = new Initials().pack(initial);
      const read = unpackState(
        settings,
        packState(settings, state, new Initials()).text,
        new Initials().read(hash, text()),
      );
      expect(shown(read)).toEqual(shown(state));
      expect([...read.initial.orders]).toEqual(initial.orders);
      expect(all.map((id) => read.store.statusOf(id))).toEqual(all.map((id) => state.store.statusOf(id)));
      state.pauses.end();
      read.pauses.end();
    }),
  );
});

test('an order that repeats an id stays in the list, and the id finds the earlier one', () => {
  const repeated = { ...placed(1n, 'shipped'), repeatsId: true };
  const { state } = anEnvironment({ orders: [placed(1n), repeated, placed(2n)] });
  state.store.put(placed(3n));
  const read = unpackState(settings, packState(settings, state, new Initials()).text, state.initial);
  expect(shown(read).orders).toEqual(shown(state).orders);
  expect(read.store.statusOf(1n)).toBe('pending');
});

test('an exchange is the same after it was written and read, except for its place and size in a journal', () => {
  const entry = anEntry('DELETE /v1/store/orders/7', {
    ...{ body: Buffer.from('body'), cancel: 'unknown', refusal: 'order_not_found', end: 'answered' },
    ...{ status: 404, responseHeaders: ['Content-Type', 'application/json'], responseBody: '{}' },
  });
  const read = unpackExchange(unpack(pack(packExchange(entry))) as readonly unknown[]);
  const { begun, ended, bytes, ...rest } = entry;
  expect(read).toEqual({ ...rest, choices: {}, begun: 0, ended: 0, bytes: expect.any(Number) });
  expect(read.bytes).toBeGreaterThan(0);
});

test('data of another version is refused in one line', () => {
  const text = pack([1n, new Map()]);
  expect(unpack(text)).toEqual([1n, new Map()]);
  for (const other of [`2${text.slice(1)}`, '1', `1${text.slice(2)}`])
    expect(() => unpack(other)).toThrow('The store has data of another version, which this one cannot read.');
});
