import { expect, test } from 'vitest';
import { finishInSlices, finishNow, inSlices, type Steps } from './in-slices.ts';

test('handles other events after 1 ms of work, then after each 3 ms, and returns every item once and in order', async () => {
  let time = 0;
  const log: (number | string)[] = [];
  for await (const item of inSlices([1, 2, 3, 4, 5, 6], () => time)) {
    log.push(item);
    setImmediate(() => log.push('event'));
    time += item === 1 ? 0 : item === 2 ? 1 : 2;
  }
  expect(log.filter((one) => typeof one === 'number')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(log).toEqual([1, 2, 'event', 'event', 3, 4, 'event', 'event', 5, 6, 'event', 'event']);
});

test('does not wait while the work is short', async () => {
  const log: (number | string)[] = [];
  setImmediate(() => log.push('event'));
  for await (const item of inSlices([1, 2, 3], () => 0)) log.push(item);
  expect(log).toEqual([1, 2, 3]);
});

function* count(to: number, log: unknown[] = []): Steps<string> {
  for (let at = 1; at <= to; at++) {
    log.push(at);
    yield;
  }
  return 'done';
}

test('takes all steps at once', () => {
  const log: unknown[] = [];
  expect(finishNow(count(3, log))).toBe('done');
  expect(log).toEqual([1, 2, 3]);
});

test('takes steps in slices, and fails like them', async () => {
  const log: unknown[] = [];
  let time = 0;
  setImmediate(() => log.push('event'));
  expect(await finishInSlices(count(3, log), () => (time += 0.6))).toBe('done');
  expect(log).toEqual([1, 2, 'event', 3]);
  const fails = (function* (): Steps<never> {
    yield;
    throw new Error('step 2');
  })();
  await expect(finishInSlices(fails)).rejects.toThrow('step 2');
});

test('each turn of the event loop continues one of several long works', async () => {
  const log: unknown[] = [];
  let over = false;
  const turn = (): void => {
    log.push('turn');
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  // Every step takes longer than a slice.
  const clock = () => {
    let time = 0;
    return () => (time += 9);
  };
  const works = ['a', 'b', 'c'].map((name) => {
    const steps = (function* (): Steps<void> {
      for (let at = 0; at < 3; at++) {
        log.push(name);
        yield;
      }
    })();
    return finishInSlices(steps, clock());
  });
  await Promise.all(works);
  over = true;
  expect(log.join(' ')).toMatch(/^a b c (turn [abc] ){6}turn/);
});
