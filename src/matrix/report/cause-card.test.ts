import { expect, test } from 'vitest';
import { dependentMatrix, failed } from '../../../test/matrix/report/sample-matrix.ts';
import type { Cause, Outcome } from '../model.ts';
import { parseCell } from '../plan/cell.ts';
import { causeCard } from './cause-card.ts';
import type { MatrixReport } from './matrix-report.ts';

const causeOf = (cell: string, changes: Partial<Cause> = {}): Cause => ({
  ...{ cell: parseCell(cell), outcome: failed(), difference: undefined, runs: [1], ...changes },
});
const cardOf = (cause: Cause, report: MatrixReport = dependentMatrix) =>
  causeCard(cause, { ...report, result: { ...report.result, assumptions: [cause], faultCauses: [] } });
const factsOf = (cause: Cause, report?: MatrixReport) =>
  Object.fromEntries(cardOf(cause, report).evidence[0]?.facts.map(({ name, lines }) => [name, lines]) ?? []);

const hung: Outcome = { kind: 'hung', afterMs: 30_000, tests: [] };

test.each<[string, Cause['outcome'], string]>([
  ['cancelOrder:1:slow', hung, 'hangs if the first cancelOrder meets slow'],
  [
    'cancelOrder:1:reset-after-commit + cancelOrder:7:unavailable',
    failed(),
    'fails if the first cancelOrder that takes effect meets reset-after-commit and the 7th cancelOrder meets unavailable',
  ],
  [
    'cancel-again=not-found + cancelOrder:1:reset-after-commit + cancelOrder:2:unavailable',
    failed(),
    'after reset-after-commit and after unavailable, relies on: a second cancel of the same order gets 409',
  ],
  ['baseline', failed(), ''],
])('the card of %s says what the command relies on, or under what it breaks', (cell, outcome, suffix) => {
  expect(cardOf(causeOf(cell, { outcome })).suffix).toBe(suffix);
});

test('a card names at most ten failing tests, and none twice that is its title', () => {
  const names = Array.from({ length: 12 }, (_, at) => `test ${at + 1}`);
  expect(factsOf(causeOf('etag=on', { outcome: failed(...names) })).failing).toEqual([
    ...names.slice(0, 10),
    '… and 2 tests more',
  ]);
  expect(factsOf(causeOf('etag=on', { outcome: failed('one') })).failing).toBeUndefined();
});
