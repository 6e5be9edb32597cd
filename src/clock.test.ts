import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createTestClock } from '../test/support/test-clock.ts';
import { type Clock, EnvironmentClock, machineClock } from './clock.ts';

/** A machine whose time advances by a millisecond with each read. */
function restlessMachine(): Clock {
  let at = 1_000;
  return { now: () => at++, sleep: async () => undefined };
}

test('continues from where it was frozen, and stays where it was set', () => {
  const clock = new EnvironmentClock(restlessMachine(), { at: 50, frozen: true });
  clock.freeze(false);
  expect(clock.now()).toBe(51);
  clock.freeze(true);
  clock.set(7);
  expect([clock.now(), clock.frozen]).toEqual([7, true]);
});

test('shows the time of the machine until it is changed', () => {
  const clock = new EnvironmentClock(restlessMachine(), {});
  expect(clock.untouched).toBe(true);
  clock.set(5);
  expect(clock.untouched).toBe(false);
});

test('freezes at its own time, and unfreezing a running clock changes nothing', async () => {
  const machine = createTestClock(5_000);
  const clock = new EnvironmentClock(machine, { at: 100 });
  clock.freeze(false);
  await machine.advance(10);
  clock.freeze(true);
  await machine.advance(10);
  clock.freeze(true);
  expect([clock.now(), clock.frozen]).toEqual([110, true]);
  clock.freeze(false);
  await machine.advance(5);
  expect([clock.now(), clock.frozen, clock.untouched]).toEqual([115, false, false]);
});

test("the machine's clock waits for the given time, and removes its listener from the signal", async () => {
  vi.useFakeTimers({ now: 1_000 });
  try {
    const { signal } = new AbortController();
    const ended: string[] = [];
    void machineClock.sleep(500, signal).then(() => ended.push('with a signal'));
    void machineClock.sleep(500).then(() => ended.push('without'));
    await vi.advanceTimersByTimeAsync(499);
    expect([ended, machineClock.now(), getEventListeners(signal, 'abort').length]).toEqual([[], 1_499, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([ended.toSorted(), getEventListeners(signal, 'abort').length]).toEqual([
      ['with a signal', 'without'],
      0,
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("a wait on the machine's clock ends at its signal and leaves no timer", async () => {
  vi.useFakeTimers();
  try {
    const stop = new AbortController();
    const waiting = machineClock.sleep(3_600_000, stop.signal);
    expect(vi.getTimerCount()).toBe(1);
    stop.abort();
    await waiting;
    await machineClock.sleep(3_600_000, stop.signal);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
