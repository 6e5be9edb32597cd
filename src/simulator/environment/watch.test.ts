import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { Watch } from './watch.ts';

const never = () => new AbortController().signal;
const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

/** Waits until so many notifications came. Resolves to their number. */
async function count(watch: Watch<string>, wanted: number, signal: AbortSignal): Promise<number> {
  let seen = 0;
  await watch.until((value) => {
    if (value !== undefined) seen++;
    return seen >= wanted;
  }, signal);
  return seen;
}

test('a wait for what is so already ends at once and leaves no listener', async () => {
  const signal = never();
  expect([await count(new Watch(), 0, signal), listeners(signal)]).toEqual([0, 0]);
});

test('a wait looks at each notification until its test holds, and not afterwards', async () => {
  const watch = new Watch<string>();
  const signal = never();
  const seen: unknown[] = [];
  const waiting = watch.until((value) => seen.push(value) === 3, signal);
  watch.notify('a');
  expect(listeners(signal)).toBe(1);
  watch.notify('b');
  await waiting;
  watch.notify('c');
  expect([seen, listeners(signal)]).toEqual([[undefined, 'a', 'b'], 0]);
});

test('a wait ends when its signal aborts, before the start or later', async () => {
  const watch = new Watch<string>();
  expect(await count(watch, 1, AbortSignal.abort())).toBe(0);
  const abort = new AbortController();
  const counting = count(watch, 3, abort.signal);
  watch.notify('a');
  abort.abort();
  watch.notify('b');
  expect([await counting, listeners(abort.signal)]).toEqual([1, 0]);
});

test('a notification reaches every wait, also when a wait ends during it', async () => {
  const watch = new Watch<string>();
  const counts = [count(watch, 1, never()), count(watch, 1, never()), count(watch, 2, never())];
  watch.notify('a');
  watch.notify('b');
  expect(await Promise.all(counts)).toEqual([1, 1, 2]);
});
