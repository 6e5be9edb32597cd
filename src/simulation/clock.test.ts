import { expect, test } from 'vitest';
import { type Clock, createEnvironmentClock } from './clock.ts';

/** A machine whose time moves on by a millisecond each time that somebody looks. */
function restlessMachine(): Clock {
  let at = 1_000;
  return { now: () => at++, sleep: async () => undefined };
}

test('starts, frozen, at exactly the time it was given', () => {
  const clock = createEnvironmentClock(restlessMachine(), { at: 0, frozen: true });
  expect([clock.now(), clock.now()]).toEqual([0, 0]);
});

test('runs on from the time it was given', () => {
  const clock = createEnvironmentClock(restlessMachine(), { at: 0 });
  expect([clock.now(), clock.now()]).toEqual([1, 2]);
});

test('runs on from where it was frozen, and stays where it was set', () => {
  const clock = createEnvironmentClock(restlessMachine(), { at: 50, frozen: true });
  clock.freeze(false);
  expect(clock.now()).toBe(51);
  clock.freeze(true);
  clock.set(7);
  expect([clock.now(), clock.frozen]).toEqual([7, true]);
});

test("shows the machine's own time until somebody touches it", () => {
  const clock = createEnvironmentClock(restlessMachine(), {});
  expect(clock.untouched).toBe(true);
  clock.set(5);
  expect(clock.untouched).toBe(false);
});
