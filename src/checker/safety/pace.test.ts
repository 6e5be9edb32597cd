import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

/** A clock that a sleep moves on. */
function testClock() {
  const slept: number[] = [];
  let now = 1000;
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    now += ms;
  };
  return { slept, clock: { now: () => now, sleep }, pass: (ms: number) => (now += ms) };
}

test('keeps five requests a second 200 ms apart, and waits for no longer than that', async () => {
  const { slept, clock, pass } = testClock();
  const pace = createPace(5, clock);
  await pace.ready();
  await pace.ready();
  pass(50);
  await pace.ready();
  pass(1000);
  await pace.ready();
  expect(slept).toEqual([200, 150]);
});

test('never waits without a limit', async () => {
  const { slept, clock } = testClock();
  const pace = createPace(Number.POSITIVE_INFINITY, clock);
  for (let time = 0; time < 100; time += 1) await pace.ready();
  expect(slept).toEqual([]);
});
