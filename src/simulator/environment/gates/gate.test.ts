import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/helpers/test-clock.ts';
import { Gate } from './gate.ts';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

test("removes its listener from the client's signal after a release", async () => {
  const gate = new Gate('g', {}, createTestClock());
  const client = new AbortController().signal;
  const passing = gate.hold({ exchange: 1, orderId: 7n }, client);
  expect(listeners(client)).toBe(1);
  const releasing = gate.release(1);
  const passage = await passing;
  expect([passage.kind, listeners(client)]).toEqual(['pass', 0]);
  if (passage.kind === 'pass') passage.done();
  expect(await releasing).toBe(true);
});

test('calls `look` at each arrival until it returns true', async () => {
  const gate = new Gate('g', {}, createTestClock());
  const { signal } = new AbortController();
  let looks = 0;
  const watching = gate.watch(() => ++looks === 2, signal);
  expect(listeners(signal)).toBe(1);
  void gate.hold({ exchange: 1, orderId: 7n }, new AbortController().signal);
  await watching;
  void gate.hold({ exchange: 2, orderId: 7n }, new AbortController().signal);
  expect([looks, listeners(signal)]).toEqual([2, 0]);
});
