import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { anEntry } from '../../../../test/simulator/environment/journal/an-entry.ts';
import { ApiKeys } from '../api-keys.ts';
import { ExchangeWatch } from './journal-filter.ts';

const list = anEntry('GET /v1/store/orders');
const cancel = anEntry('DELETE /v1/store/orders/7');
const open = { ...list, end: undefined };
const never = () => new AbortController().signal;
const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

test('counts ended exchanges that match, and resolves at once if they are enough', async () => {
  const signal = never();
  expect(
    await new ExchangeWatch(new ApiKeys([])).count(
      [list, cancel, open, list],
      { operation: 'listOrders' },
      2,
      signal,
    ),
  ).toBe(2);
  expect(await new ExchangeWatch(new ApiKeys([])).count([list, list, list], {}, 2, signal)).toBe(3);
  expect(await new ExchangeWatch(new ApiKeys([])).count([], {}, 0, signal)).toBe(0);
  expect(listeners(signal)).toBe(0);
});

test('counts matching exchanges that end later, resolves with enough, and removes its listener', async () => {
  const watch = new ExchangeWatch(new ApiKeys([]));
  const signal = never();
  let reads = 0;
  const filter = {
    get operation() {
      reads++;
      return 'listOrders' as const;
    },
  };
  const counting = watch.count([list], filter, 3, signal);
  watch.notify(cancel);
  watch.notify(list);
  expect(listeners(signal)).toBe(1);
  watch.notify(list);
  expect([await counting, listeners(signal)]).toEqual([3, 0]);
  const before = reads;
  watch.notify(list);
  expect(reads).toBe(before);
});

test('resolves to the count when the signal aborts, before the start or later', async () => {
  const watch = new ExchangeWatch(new ApiKeys([]));
  expect(await watch.count([list], {}, 2, AbortSignal.abort())).toBe(1);
  const abort = new AbortController();
  const counting = watch.count([], {}, 3, abort.signal);
  watch.notify(list);
  abort.abort();
  expect([await counting, listeners(abort.signal)]).toEqual([1, 0]);
});

test('notifies every wait, also when a wait ends during the notification', async () => {
  const watch = new ExchangeWatch(new ApiKeys([]));
  const counts = [
    watch.count([], {}, 1, never()),
    watch.count([], {}, 1, never()),
    watch.count([], {}, 2, never()),
  ];
  watch.notify(list);
  watch.notify(list);
  expect(await Promise.all(counts)).toEqual([1, 1, 2]);
});
