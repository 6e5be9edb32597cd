import { expect, test } from 'vitest';
import { decideCancel, decideShip } from './order.ts';

test.each([
  ['pending', 'cancelled'],
  ['shipped', 'already-shipped'],
  ['cancelled', 'already-cancelled'],
] as const)('decides the cancel of an order that is %s: %s', (status, kind) => {
  expect(decideCancel(status)).toEqual({ kind });
});

test.each([
  ['pending', false, 'shipped'],
  ['shipped', false, 'already-shipped'],
  ['shipped', true, 'already-shipped'],
  ['cancelled', false, 'already-cancelled'],
  ['cancelled', true, 'shipped'],
] as const)('decides the shipping of an order that is %s, forced %s: %s', (status, force, kind) => {
  expect(decideShip(status, force)).toEqual({ kind });
});
