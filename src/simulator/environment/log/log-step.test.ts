import { expect, test } from 'vitest';
import { runStep } from './log-step.ts';

const failing = () => Promise.reject(new Error('the step failed'));

test('a step that is undone reports no rejection, and one that is kept rejects', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  runStep({ run: failing, loads: false, resolve, reject });
  const settle = runStep({ run: failing, loads: false, resolve, reject });
  // The process reports a rejection at the end of a turn.
  await new Promise((next) => setImmediate(next));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  settle();
  await expect(promise).rejects.toThrow('the step failed');
});
