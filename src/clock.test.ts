import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
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
  expect(new EnvironmentClock(machine, {}).untouched).toBe(true);
});

test("a wait on the machine's clock ends at its signal, also if that has aborted", async () => {
  const stop = new AbortController();
  const waiting = machineClock.sleep(3_600_000, stop.signal);
  stop.abort();
  await waiting;
  await machineClock.sleep(3_600_000, stop.signal);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
