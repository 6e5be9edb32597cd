import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

test('handles other events after 5 ms of work, and returns every item once and in order', async () => {
  let time = 0;
  const log: (number | string)[] = [];
  for await (const item of inSlices([1, 2, 3, 4], () => time)) {
    log.push(item);
    if (item === 2) {
      time += 5;
      setImmediate(() => log.push('event'));
    }
  }
  expect(log).toEqual([1, 2, 'event', 3, 4]);
});

test('does not wait while the work is short', async () => {
  const log: (number | string)[] = [];
  setImmediate(() => log.push('event'));
  for await (const item of inSlices([1, 2, 3], () => 0)) log.push(item);
  expect(log).toEqual([1, 2, 3]);
});
