import { expect, test } from 'vitest';
import { anEnvironment, placed } from '../../../test/support/an-environment.ts';
import { changeClock } from './time-change.ts';

function start() {
  const { state } = anEnvironment({
    orders: [placed(1n), placed(2n), placed(3n)],
    clock: { at: 1_000, frozen: true },
    ships: [
      { kind: 'at', orderId: 1n, at: 1_000 },
      { kind: 'at', orderId: 2n, at: 1_500 },
      { kind: 'after-lists', orderId: 3n, lists: 1 },
    ],
    faults: [
      { id: 'over', kind: 'reset', duration: 400 },
      { id: 'brief', kind: 'close', duration: 500 },
      { id: 'lasting', kind: 'latency', delay: 1 },
    ],
  });
  state.keys.add('for-ever');
  state.keys.add('brief', 1_500);
  state.keys.add('long-past', 1_000);
  return state;
}

test('returns the effects of the change, without those that were due before', async () => {
  const state = start();
  state.clock.set(1_400);
  state.counts.lists = 1;
  expect(changeClock(state, { advanceMs: 100 })).toEqual({
    before: 1_400,
    now: 1_500,
    frozen: true,
    shipped: [2n],
    expiredKeys: ['key-2'],
    endedFaults: ['brief'],
  });
  expect(await state.store.cancel(1n)).toMatchObject({ kind: 'already-shipped' });
  expect(await state.store.cancel(3n)).toMatchObject({ kind: 'already-shipped' });
});

test('setting the clock back does not undo or end anything', async () => {
  const state = start();
  changeClock(state, { set: 1_500 });
  expect(changeClock(state, { set: 10 })).toEqual({
    before: 1_500,
    now: 10,
    frozen: true,
    shipped: [],
    expiredKeys: [],
    endedFaults: [],
  });
  expect(await state.store.cancel(2n)).toMatchObject({ kind: 'already-shipped' });
});

test('freezes first, then sets, then advances', () => {
  const state = start();
  expect(changeClock(state, { advanceMs: 5, set: 70, frozen: false })).toMatchObject({
    now: 75,
    frozen: false,
  });
  expect(state.clock.frozen).toBe(false);
  expect(changeClock(state, { frozen: true })).toMatchObject({ now: 75, frozen: true });
});
