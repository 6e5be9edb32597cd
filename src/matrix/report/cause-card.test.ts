import { expect, test } from 'vitest';
import { dependentMatrix } from '../../../test/matrix/report/sample-matrix.ts';
import { failed, record } from '../../../test/matrix/report/sample-runs.ts';
import type { Cause, Outcome } from '../model.ts';
import { parseCell } from '../plan/cell-text.ts';
import { causeCard } from './cause-card.ts';
import type { MatrixReport } from './matrix-report.ts';
import { noteCards } from './note-cards.ts';
import { choiceMeaning, faultClause, reliedOnSentence } from './words.ts';

const causeOf = (cell: string, changes: Partial<Cause> = {}): Cause => ({
  ...{ cell: parseCell(cell), outcome: failed(), differences: [], runs: [1], ...changes },
});
const cardOf = (cause: Cause, report: MatrixReport = dependentMatrix) =>
  causeCard(cause, { ...report, result: { ...report.result, dependences: [cause], faultCauses: [] } });
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
    'after a lost response and after a 503, relies on: a second cancel of the same order gets 409',
  ],
  ['baseline', failed(), ''],
])('the card of %s says what the command relies on, or under what it breaks', (cell, outcome, suffix) => {
  expect(cardOf(causeOf(cell, { outcome })).suffix).toBe(suffix);
});

test('a card has the sign of a finding, of what is accepted, or of behaviour', () => {
  const [lost] = dependentMatrix.result.faultCauses;
  const mark = (cause: Cause) => cardOf(cause).mark;
  expect(mark(causeOf('etag=on'))).toEqual({ sign: '✘', word: 'breaks', tone: 'bad' });
  expect(mark(causeOf('content-type=charset'))).toEqual({ sign: '~', word: 'accepted', tone: 'warn' });
  expect(lost && mark(lost)).toEqual({ sign: '!', word: 'breaks', tone: 'warn' });
  expect(cardOf(causeOf('etag=on')).id).toBe('finding-1');
});

test('a card names at most ten failing tests, and none twice that is its title', () => {
  const names = Array.from({ length: 12 }, (_, at) => `test ${at + 1}`);
  expect(factsOf(causeOf('etag=on', { outcome: failed(...names) })).failing).toEqual([
    ...names.slice(0, 10),
    '… and 2 tests more',
  ]);
  expect(factsOf(causeOf('etag=on', { outcome: failed('one') })).failing).toBeUndefined();
});

test('a card shows at most three differences, and exchanges that were not sent only if there is nothing else', () => {
  const list = record(1, { body: '[]' });
  const both = { passing: list, failing: record(1, { status: 500 }) };
  const [notSent, more] = [
    { passing: list, failing: undefined },
    { passing: undefined, failing: list },
  ];
  const requests = (differences: Cause['differences']) =>
    factsOf(causeOf('etag=on', { differences })).differs?.length;
  expect(requests([notSent, both, more])).toBe(3);
  expect(requests([notSent, more])).toBe(6);
  expect(requests([both, both, both, both])).toBe(9);
  expect(requests([])).toBeUndefined();
});

test('a choice without a meaning is shown without one, and a pair only together', () => {
  const own = 'error-codes=map:unauthorized=A1';
  expect(factsOf(causeOf('list-lag=after-30-reads'))['breaks with']?.[0]).toEqual([
    { code: 'list-lag=after-30-reads' },
    ' (after 30 more lists)',
  ]);
  expect(factsOf(causeOf(`${own} + etag=on`))['breaks with']?.[0]?.[1]).toMatch(/; only together\)$/);
  expect(choiceMeaning('pet-lookup', 'none')).toBe('');
  expect(reliedOnSentence('pet-lookup', 'none')).toBe('pet-lookup is none');
  expect(reliedOnSentence('list-lag', 'after-200-ms')).toMatch(/200/);
  expect(faultClause({ operation: 'listOrders', nth: 3, kind: 'slow' })).toBe(
    'the third listOrders meets slow',
  );
});

test('the note of a kind names the first cell that showed it, how many others did, and four exchanges', () => {
  const [note] = dependentMatrix.result.notes;
  if (note === undefined) throw new Error('the sample has no note');
  const exchanges = Array.from({ length: 6 }, (_, at) => record(at, {}));
  const notes = [{ ...note, exchanges }, note, note, { ...note, kind: 'no-timeout' as const }];
  const cards = noteCards({ ...dependentMatrix, result: { ...dependentMatrix.result, notes } });
  expect(cards.map(({ id, mark }) => [id, mark.word])).toEqual([
    ['note-repeats-cancel-blindly', 'note'],
    ['note-no-timeout', 'note'],
  ]);
  const [seen, shown] = cards[0]?.evidence[0]?.facts ?? [];
  expect(seen?.lines).toEqual([[{ code: 'cancelOrder:1:reset-after-commit' }, ' and 2 cells more']]);
  expect(shown?.lines).toHaveLength(4);
  expect(cards[1]?.evidence[0]?.facts[0]?.lines).toEqual([
    [{ code: 'cancelOrder:1:reset-after-commit' }, ''],
  ]);
});
