import { expect, test } from 'vitest';
import { createListLag } from './list-lag.ts';

const [one, other] = [1n, 2n];

test('a cancelled order shows until its time on the clock has come', () => {
  const lag = createListLag();
  lag.cancelled(one, 'after-200-ms', 1_000, 50);
  lag.settle(1_199, 9_999);
  expect([lag.shows(one), lag.shows(other), lag.shows(undefined)]).toEqual([true, false, false]);
  lag.settle(1_200, 50);
  expect(lag.shows(one)).toBe(false);
});

test('a cancelled order shows until so many more lists have been answered', () => {
  const lag = createListLag();
  lag.cancelled(one, 'after-2-reads', 1_000, 5);
  lag.settle(9_999_999, 6);
  expect(lag.shows(one)).toBe(true);
  lag.settle(1_000, 7);
  expect(lag.shows(one)).toBe(false);
});

test.each(['immediate', 'after-0-ms', 'after-0-reads'] as const)('with %s it never shows', (answer) => {
  const lag = createListLag();
  lag.cancelled(one, answer, 1_000, 5);
  expect([lag.shows(one), lag.revision]).toEqual([false, 0]);
});

test('each order has a limit of its own, and settling one leaves the others', () => {
  const lag = createListLag();
  lag.cancelled(one, 'after-10-ms', 0, 0);
  lag.cancelled(other, 'after-1-reads', 0, 0);
  lag.settle(5, 1);
  expect([lag.shows(one), lag.shows(other)]).toEqual([true, false]);
});

test('the revision changes whenever what is shown may, and else does not', () => {
  const lag = createListLag();
  const revisions = [lag.revision];
  lag.cancelled(one, 'after-10-ms', 0, 0);
  revisions.push(lag.revision);
  lag.settle(9, 0);
  revisions.push(lag.revision);
  lag.settle(10, 0);
  revisions.push(lag.revision);
  lag.settle(11, 0);
  revisions.push(lag.revision);
  expect(revisions).toEqual([0, 1, 1, 2, 2]);
});

test('tells whether any order is noted, shown or not', () => {
  const lag = createListLag();
  expect(lag.any).toBe(false);
  lag.cancelled(one, 'after-10-ms', 0, 0);
  expect(lag.any).toBe(true);
  lag.settle(10, 0);
  expect(lag.any).toBe(false);
});
