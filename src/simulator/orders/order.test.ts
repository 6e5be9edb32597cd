import { expect, test } from 'vitest';
import { decideCancel, decideShip } from './order.ts';

test.each([
  ['pending', 'cancelled'],
  ['shipped', 'already-shipped'],
  ['cancelled', 'already-cancelled'],
] as const)('the cancel of a %s order has the outcome %s', (status, kind) => {
  expect(decideCancel(status)).toBe(kind);
});

test.each([
  ['pending', false, 'shipped'],
  ['shipped', false, 'already-shipped'],
  ['shipped', true, 'already-shipped'],
  ['cancelled', false, 'already-cancelled'],
  ['cancelled', true, 'shipped'],
] as const)('the shipping of a %s order, with force %s, has the outcome %s', (status, force, kind) => {
  expect(decideShip(status, force)).toBe(kind);
});
