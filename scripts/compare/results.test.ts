import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { comparisonPage } from './page.ts';
import { readResults, verdictOf } from './results.ts';

const list = { rule: 'R07', operations: ['listOrders'] } as const;
const legal = { operations: ['listOrders', 'cancelOrder'] } as const;
const atList = { operation: 'listOrders', what: 'x' } as const;
const atCancel = { operation: 'cancelOrder', what: 'x' } as const;

test.each([
  ['reports nothing', list, [], [], 'missed'],
  ['reports what it reports about the honest server', list, [atList], [atList], 'missed'],
  ['reports the broken operation', list, [atCancel, atList], [atCancel], 'found'],
  ['names no operation', list, [{ what: 'x' }], [], 'found'],
  ['reports another operation only', list, [atCancel], [], 'wrong place'],
  ['reports something about a legal server', legal, [atList], [], 'false alarm'],
  ['reports nothing new about a legal server', legal, [atList], [atList], 'clean'],
] as const)('the verdict of a tool that %s', (_, target, found, honest, verdict) => {
  expect(verdictOf(target, found, honest)).toBe(verdict);
});

test('docs/maintainers/comparison.md is made of comparison.json: `npm run compare -- --page` writes it', () => {
  const page = readFileSync(new URL('docs/maintainers/comparison.md', packageRoot), 'utf8');
  expect(page).toBe(comparisonPage(readResults()));
});
