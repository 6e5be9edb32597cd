import { expect, test } from 'vitest';
import { failed, passed } from '../../../test/matrix/report/sample-runs.ts';
import type { Outcome } from '../model.ts';
import { formatCell, parseCell } from '../plan/cell-text.ts';
import { createLedger } from '../plan/ledger.ts';
import { findCause } from './minimal-cause.ts';

const [a, b, c] = ['etag=on', 'list-order=by-id', 'extra-fields=some'] as const;

/** What the search wants after these runs of a cell that fails. */
function search(cell: string, runs: readonly (readonly [cell: string, outcome: Outcome])[]) {
  const ledger = createLedger();
  for (const [text, outcome] of runs) {
    const run = ledger.start(parseCell(text), 'choice');
    ledger.end({ run, outcome, records: [], ms: 1 });
  }
  const found = findCause({ cell: parseCell(cell), ledger, normal: (one) => one });
  return `${found.kind} ${formatCell(found.cell)}`;
}

test('a search for a cause runs the parts of a failing cell, and ends with a part that fails alone', () => {
  expect(search(`${a} + ${b}`, [])).toBe(`run ${b}`);
  expect(search(`${a} + ${b}`, [[b, failed()]])).toBe(`minimal ${b}`);
  expect(search(`${a} + ${b}`, [[b, passed]])).toBe(`run ${a}`);
  expect(
    search(`${a} + ${b}`, [
      [b, passed],
      [a, passed],
    ]),
  ).toBe(`minimal ${b} + ${a}`);
});

test('a cell with both outcomes passes for the search, which names no cause that is flaky', () => {
  expect(
    search(`${a} + ${b}`, [
      [b, failed()],
      [b, passed],
    ]),
  ).toBe(`run ${a}`);
});

test('a search takes the parts of a passing cell for harmless until only they are left to run', () => {
  const whole = `${b} + ${c} + ${a}`;
  // Neither of the two parts is run alone to narrow down.
  const known = [[`${b} + ${c}`, passed]] as const;
  expect(search(whole, known)).toBe(`run ${c} + ${a}`);
  expect(search(whole, [...known, [`${c} + ${a}`, failed()]])).toBe(`run ${a}`);
});

test('the last step runs what was only assumed, since one choice can hide another', () => {
  const pair = `${b} + ${a}`;
  expect(
    search(pair, [
      [pair, failed()],
      [`${b} + ${c}`, passed],
      [a, passed],
    ]),
  ).toBe(`run ${b}`);
  expect(
    search(pair, [
      [pair, failed()],
      [`${b} + ${c}`, passed],
      [a, passed],
      [b, failed()],
    ]),
  ).toBe(`minimal ${b}`);
});

test('a cell without parts is the baseline, which passes', () => {
  expect(search(a, [])).toBe(`minimal ${a}`);
});
