import { expect, test } from 'vitest';
import { createSharedListLag, writeLag } from './shared-list-lag.ts';

test('writes the limits of a cancel', () => {
  expect(writeLag('immediate', 5)).toBe('');
  expect(writeLag('after-200-ms', 5)).toBe('n205');
  expect(writeLag('after-2-reads', 5)).toBe('r2');
  expect(writeLag('after-0-reads', 5)).toBe('');
});

test('shows an order until its time or its number of lists, whichever process asks', () => {
  const lag = createSharedListLag();
  expect(lag.any).toBe(false);
  lag.add(1n, 'n100');
  lag.add(2n, 'l3');
  const before = lag.copy();
  lag.settle(99, 2);
  expect([lag.shows(1n), lag.shows(2n), lag.shows(undefined)]).toEqual([true, true, false]);
  const { revision } = lag;
  lag.settle(100, 3);
  expect([lag.shows(1n), lag.shows(2n), before.shows(1n)]).toEqual([false, false, true]);
  expect(lag.revision).toBeGreaterThan(revision);
  lag.settle(99, 3);
  expect([lag.shows(1n), lag.shows(2n)]).toEqual([true, false]);
});
