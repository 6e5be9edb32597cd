import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/support/test-clock.ts';
import { Pauses, Watch } from './pauses.ts';

test('a pause ends after its time, at its signal, and with the state', async () => {
  const machine = createTestClock();
  const pauses = new Pauses(machine);
  const own = new AbortController();
  const ended: string[] = [];
  const waits = [
    pauses.pause(10).then(() => ended.push('short')),
    pauses.pause(20, own.signal).then(() => ended.push('signalled')),
    pauses.pause(30, new AbortController().signal).then(() => ended.push('long')),
  ];
  await machine.advance(10);
  expect(ended).toEqual(['short']);
  own.abort();
  await waits[1];
  expect([ended, pauses.ended.aborted]).toEqual([['short', 'signalled'], false]);
  pauses.end();
  await waits[2];
  expect([ended, pauses.ended.aborted, machine.waiting]).toEqual([['short', 'signalled', 'long'], true, 0]);
});

test('a pause ends at once after the end of the state, with or without a signal', async () => {
  const machine = createTestClock();
  const pauses = new Pauses(machine);
  pauses.end();
  await Promise.all([pauses.pause(10), pauses.pause(10, new AbortController().signal)]);
  expect(machine.waiting).toBe(0);
});

/** A watch with a long pause, and the number of its pauses. */
function aWatch() {
  const machine = createTestClock();
  const pauses = new Pauses(machine);
  const watch = new Watch<string>(pauses);
  /** Waits until so many notifications came. Resolves to their number. */
  const count = async (wanted: number, signal?: AbortSignal): Promise<number> => {
    let seen = 0;
    const isEnough = (value?: string): boolean => {
      if (value !== undefined) seen++;
      return seen >= wanted;
    };
    await watch.until(isEnough, 10, signal);
    return seen;
  };
  return { machine, pauses, watch, count };
}

test('a wait for what is so already ends at once', async () => {
  const { machine, count } = aWatch();
  expect([await count(0), machine.waiting]).toEqual([0, 0]);
});

test('a wait looks at each notification until its test holds, and not afterwards', async () => {
  const { machine, watch } = aWatch();
  const seen: unknown[] = [];
  const waiting = watch.until((value) => seen.push(value) === 3, 10);
  for (const value of ['a', 'b', 'c']) watch.notify(value);
  await waiting;
  watch.notify('d');
  expect([seen, machine.waiting]).toEqual([[undefined, 'a', 'b'], 0]);
});

test('a wait ends after its time, at its signal before the start or later, and with the state', async () => {
  const { machine, pauses, watch, count } = aWatch();
  expect(await count(1, AbortSignal.abort())).toBe(0);
  const abort = new AbortController();
  const counts = [count(3, abort.signal), count(3), count(3)];
  watch.notify('a');
  abort.abort();
  await counts[0];
  watch.notify('b');
  await machine.advance(10);
  expect(await Promise.all(counts)).toEqual([1, 2, 2]);
  const last = count(1);
  pauses.end();
  expect([await last, machine.waiting]).toEqual([0, 0]);
});

test('a notification reaches every wait, also when a wait ends during it', async () => {
  const { watch, count } = aWatch();
  const counts = [count(1), count(1), count(2)];
  watch.notify('a');
  watch.notify('b');
  expect(await Promise.all(counts)).toEqual([1, 1, 2]);
});
