import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEnvironment, placed } from '../../../test/support/an-environment.ts';
import type { StoreChange } from '../orders/memory/memory-order-store.ts';
import { ordersOf } from '../orders/order-store.ts';
import type { EnvironmentState } from './environment.ts';
import type { LagChange } from './list-lag.ts';

const initial = {
  orders: Array.from({ length: 600 }, (_, at) => placed(BigInt(at))),
  ships: [
    { kind: 'after', orderId: 3n, afterMs: 10 },
    { kind: 'after-lists', orderId: 4n, lists: 2 },
  ],
  faults: [
    { kind: 'status', status: 503, every: 2 },
    { kind: 'rate-limit', requests: 1 },
  ],
} as const;

const subject = { operation: 'listOrders', orderId: undefined, keyId: () => 'key-1' } as const;

/** Every kind of change of a state. */
const changes: Readonly<Record<string, (state: EnvironmentState, id: bigint) => unknown>> = {
  cancel: (state, id) => state.cancel(id, undefined),
  cancelLate: (state, id) => state.cancel(id, 'after-2-reads'),
  ship: (state, id) => state.store.ship(id, { force: true }),
  put: (state, id) => state.store.put({ order: { id, quantity: 7n }, status: 'pending' }),
  place: (state, id) => state.store.put({ order: { id: id + 10_000n }, status: 'shipped' }),
  remove: (state, id) => state.store.remove(id),
  list: (state) => state.listLag.settle(state.clock.now(), ++state.counts.lists),
  shipDue: (state) => state.shipping.shipDue(state.clock.now(), state.counts.lists),
  addKey: (state, id) => state.keys.add(`key-${id}-of-tests`, Number(id)),
  revoke: (state) => state.keys.revoke('key-1'),
  advance: (state) => state.clock.set(state.clock.now() + 7),
  freeze: (state, id) => state.clock.freeze(id % 2n === 0n),
  choose: (state) => state.choices.change('typical', { 'conflict-body': 'text' }),
  fire: (state) => state.faults.fire('before-commit', subject),
  addFault: (state) => state.faults.add([{ kind: 'stale-list' }]),
  removeFault: (state) => state.faults.remove('fault-1'),
};

function look(state: EnvironmentState) {
  const { store, keys, clock, choices, faults, shipping, listLag, counts } = state;
  return {
    orders: [...ordersOf(store.list())].map(({ order, status }) => ({ order, status })),
    found: store.get(1n)?.status,
    keys: keys.all(),
    texts: keys.texts,
    clock: [clock.now(), clock.frozen],
    choices: choices.forRequest(1),
    faults: faults.list(),
    due: shipping.upcoming(counts.lists),
    late: new Map(listLag.limits()),
  };
}

const some = fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.bigInt(0n, 599n)), {
  maxLength: 20,
});

test('every change of an environment can be undone, and its list never returns to the revision of an undone change', () => {
  fc.assert(
    fc.property(some, some, (first, undone) => {
      const { state } = anEnvironment(initial);
      const run = (all: typeof first) => {
        for (const [name, id] of all) changes[name]?.(state, id);
      };
      run(first);
      const before = look(state);
      const { keys, clock, choices, faults, shipping, counts } = state;
      const saved = [keys.saved, clock.saved, choices.settings, faults.saved, shipping.saved] as const;
      const lists = counts.lists;
      const undos: (() => void)[] = [];
      const revisions = new Set<number>();
      state.store.record = (_, undo) => {
        revisions.add(state.store.list().revision);
        undos.push(undo);
      };
      state.listLag.record = (change) =>
        void undos.push(() => state.listLag.apply(change.orderId, change.before));
      run(undone);
      state.store.record = undefined;
      state.listLag.record = undefined;
      for (const undo of undos.toReversed()) undo();
      [keys.saved, clock.saved, choices.settings, faults.saved, shipping.saved] = saved;
      counts.lists = lists;
      expect(look(state)).toEqual(before);
      // The bytes of a list are kept by its revision: those of an undone change must not be used for what follows.
      expect(revisions).not.toContain(state.store.list().revision);
    }),
    { numRuns: 40 },
  );
});

test('the recorded changes of an environment make another one equal', () => {
  fc.assert(
    fc.property(some, (all) => {
      const { state } = anEnvironment(initial);
      const other = anEnvironment(initial).state;
      const ofStore: StoreChange[] = [];
      const ofLag: LagChange[] = [];
      state.store.record = (change) => void ofStore.push(change);
      state.listLag.record = (change) => void ofLag.push(change);
      for (const [name, id] of all) changes[name]?.(state, id);
      for (const change of ofStore) other.store.apply(change);
      for (const { orderId, after } of ofLag) other.listLag.apply(orderId, after);
      other.keys.saved = state.keys.saved;
      other.clock.saved = state.clock.saved;
      other.choices.settings = state.choices.settings;
      other.faults.saved = state.faults.saved;
      other.shipping.saved = state.shipping.saved;
      other.counts.lists = state.counts.lists;
      expect(look(other)).toEqual(look(state));
    }),
    { numRuns: 40 },
  );
});

test('the value of a part of an environment stays the same until the part changes', () => {
  const { keys, clock, choices, faults, shipping } = anEnvironment(initial).state;
  const look = () => [keys.saved, clock.saved, choices.settings, faults.saved, shipping.saved];
  const before = look();
  keys.revoke('key-9');
  faults.remove('no-fault');
  faults.fire('after-commit', subject);
  shipping.shipDue(0, 0);
  for (const [at, value] of look().entries()) expect(value).toBe(before[at]);
});
