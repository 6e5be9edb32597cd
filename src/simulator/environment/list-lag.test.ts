import { expect, test } from 'vitest';
import { ListLag } from './list-lag.ts';

const [one, other] = [1n, 2n];

test('shows a cancelled order until its time on the clock', () => {
  const lag = new ListLag();
  lag.cancelled(one, 'after-200-ms', 1_000, 50);
  lag.settle(1_199, 9_999);
  expect([lag.shows(one), lag.shows(other), lag.shows(undefined)]).toEqual([true, false, false]);
  lag.settle(1_200, 50);
  expect(lag.shows(one)).toBe(false);
});

test('shows a cancelled order until the given number of lists', () => {
  const lag = new ListLag();
  lag.cancelled(one, 'after-2-reads', 1_000, 5);
  lag.settle(9_999_999, 6);
  expect(lag.shows(one)).toBe(true);
  lag.settle(1_000, 7);
  expect(lag.shows(one)).toBe(false);
});

test.each(['immediate', 'after-0-ms', 'after-0-reads'] as const)(
  'with %s it shows no cancelled order',
  (choice) => {
    const lag = new ListLag();
    lag.cancelled(one, choice, 1_000, 5);
    expect([lag.shows(one), lag.revision]).toEqual([false, 0]);
  },
);

test('each order has its own limit', () => {
  const lag = new ListLag();
  lag.cancelled(one, 'after-10-ms', 0, 0);
  lag.cancelled(other, 'after-1-reads', 0, 0);
  lag.settle(5, 1);
  expect([lag.shows(one), lag.shows(other)]).toEqual([true, false]);
});

test('the revision changes only when the shown orders may change', () => {
  const lag = new ListLag();
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
