import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/support/test-clock.ts';
import { Pauses } from './pauses.ts';

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
