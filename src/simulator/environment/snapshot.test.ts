import { expect, test } from 'vitest';
import { anEnvironment, placed } from '../../../test/support/an-environment.ts';
import { createTestClock } from '../../../test/support/test-clock.ts';
import { takeSnapshot } from './snapshot.ts';

const described = {
  scenario: 'race',
  description: 'Two orders.',
  handles: new Map([['one', 1n]]),
  pets: new Map([['7', { name: 'Rex' }]]),
};

test('the snapshot of an unchanged environment is its scenario without keys', () => {
  const orders = [placed(1n), placed(2n, 'shipped', { complete: true })];
  const apiKeys = new Map([['production', ['a']]]);
  const { state } = anEnvironment({ ...described, orders, apiKeys }, { apiKeys: ['b'] });
  const snapshot = takeSnapshot(state);
  expect({ ...snapshot, orders: [...snapshot.orders] }).toEqual({
    ...described,
    orders,
    apiKeys: new Map(),
    profile: 'least-promise',
    gaps: {},
    clock: {},
    ships: [],
    faults: [],
  });
});

test('has the current orders in the order of the list, with due ones shipped', async () => {
  const { state } = anEnvironment({
    orders: [placed(1n), placed(2n), placed(3n), placed(4n)],
    ships: [
      { kind: 'after', orderId: 2n, afterMs: 0 },
      { kind: 'after-lists', orderId: 3n, lists: 2 },
    ],
  });
  state.counts.lists = 2;
  await state.store.cancel(1n);
  state.store.put(placed(5n));
  expect([...takeSnapshot(state).orders]).toEqual([
    placed(1n, 'cancelled'),
    placed(2n, 'shipped'),
    placed(3n, 'shipped'),
    placed(4n),
    placed(5n),
  ]);
});

test('keeps the rules of orders that can still ship', async () => {
  const { state } = anEnvironment({
    orders: [placed(1n), placed(2n), placed(3n)],
    ships: [
      { kind: 'after', orderId: 1n, afterMs: 500 },
      { kind: 'after', orderId: 2n, afterMs: 500 },
      { kind: 'after', orderId: 77n, afterMs: 500 },
      { kind: 'after-lists', orderId: 3n, lists: 5 },
    ],
  });
  state.counts.lists = 2;
  await state.store.cancel(2n);
  expect(takeSnapshot(state).ships).toEqual([
    { kind: 'at', orderId: 1n, at: 1_000_500 },
    { kind: 'after-lists', orderId: 3n, lists: 3 },
  ]);
});

test('has the time of the clock, unless it is that of the machine', async () => {
  const machine = createTestClock();
  const { state } = anEnvironment({}, { machine });
  expect(takeSnapshot(state).clock).toEqual({});
  state.clock.set(70);
  await machine.advance(5);
  expect(takeSnapshot(state).clock).toEqual({ at: 75, frozen: false });
  state.clock.freeze(true);
  await machine.advance(5);
  expect(takeSnapshot(state).clock).toEqual({ at: 75, frozen: true });
});

test('has the profile and the choices in force', () => {
  const { state } = anEnvironment({ profile: 'typical' });
  state.choices.change('vary', { etag: 'on', 'conflict-body': 'text' });
  const { profile, gaps } = takeSnapshot(state);
  expect({ profile, gaps }).toEqual({ profile: 'vary', gaps: { etag: 'on', 'conflict-body': 'text' } });
});

test('has the rest of the faults', async () => {
  const faults = [
    { id: 'slow', kind: 'latency', delay: 5, duration: 100 } as const,
    { id: 'gone', kind: 'reset', duration: 10 } as const,
  ];
  const machine = createTestClock();
  const { state } = anEnvironment({ faults }, { machine });
  await machine.advance(30);
  expect(takeSnapshot(state).faults).toEqual([{ id: 'slow', kind: 'latency', delay: 5, duration: 70 }]);
});
