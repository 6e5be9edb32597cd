import { expect, test } from 'vitest';
import { dependentMatrix } from '../../../test/matrix/report/sample-matrix.ts';
import { ended, failed, passed } from '../../../test/matrix/report/sample-runs.ts';
import type { GridRow } from '../../report/document.ts';
import type { FaultBehaviour, Outcome } from '../model.ts';
import { parseCell } from '../plan/cell-text.ts';
import { brokenFaults, faultRows, faultTotals } from './fault-grid.ts';
import { gapRows } from './gap-grid.ts';
import type { MatrixReport } from './matrix-report.ts';

const changed = (result: Partial<MatrixReport['result']>): MatrixReport => ({
  ...dependentMatrix,
  result: { ...dependentMatrix.result, ...result },
});
const shown = (rows: readonly GridRow[]) =>
  Object.fromEntries(
    rows.map(({ name, squares }) => [
      name,
      squares.map((square) => `${square.mark.word}: ${square.name}${square.to ? ` → ${square.to}` : ''}`),
    ]),
  );

test('the grid of gaps has a row for each relied gap, with what is known about each of its choices', () => {
  expect(shown(gapRows(dependentMatrix))).toEqual({
    'cancelled-in-list': ['baseline: keep', 'breaks: remove → finding-1'],
    'cancel-again': ['baseline: conflict', 'passes: not-found'],
    'conflict-body': ['baseline: empty', 'breaks with another: error → finding-3', 'passes: text'],
    'list-order': ['baseline: as-placed', 'passes: by-id', 'passes: shuffled'],
    'list-lag': ['baseline: immediate', 'passes: after-2-reads'],
    'optional-fields': ['baseline: as-stored', 'passes: sparse'],
    'ship-date-form': ['baseline: utc-seconds', 'passes: millis', 'passes: offset', 'passes: as-written'],
    'extra-fields': ['baseline: none', 'passes: some'],
    'error-codes': ['baseline: named', 'breaks with another: opaque → finding-3'],
    'content-type': ['baseline: bare', 'accepted: charset → finding-2'],
    'list-compression': ['baseline: off', 'passes: on'],
    'bearer-case': ['baseline: any-case', 'had no effect: exact'],
  });
});

test('a choice is not run, flaky, or breaks only after a fault', () => {
  const after = parseCell('cancel-again=not-found + cancelOrder:1:reset-after-commit');
  const [relied] = dependentMatrix.result.reliance;
  if (relied === undefined) throw new Error('the sample relies on nothing');
  const report = changed({
    reliance: (['cancel-again', 'etag', 'extra-fields', 'list-order'] as const).map((gap) => ({
      ...{
        ...relied,
        gap,
        choice: gap === 'list-order' ? 'as-placed' : gap === 'cancel-again' ? 'conflict' : 'off',
      },
    })),
    dependences: [{ cell: after, outcome: failed('a'), differences: [], runs: [] }],
    noEffect: [],
    runs: [
      ended(1, 'choice', parseCell('etag=on'), passed),
      ended(2, 'choice', parseCell('list-order=by-id'), failed('a')),
      ended(3, 'pairs', parseCell('list-order=shuffled + conflict-body=text'), passed),
    ],
  });
  expect(shown(gapRows(report))).toEqual({
    'cancel-again': ['baseline: conflict', 'breaks after a fault: not-found → finding-1'],
    etag: ['baseline: off', 'flaky: on'],
    'extra-fields': ['baseline: off', 'not run: none', 'not run: some'],
    'list-order': ['baseline: as-placed', 'not run: by-id', 'passes: shuffled'],
  });
});

test('the note of a gap is its question, and says where it is pinned', () => {
  const notes = Object.fromEntries(gapRows(dependentMatrix).map(({ name, note }) => [name, note]));
  expect(notes['list-order']).toBe('What is the order of the list? Pinned in some environments');
  expect(notes['cancel-again']).toBe('What is the response to a second cancel of the same order?');
  expect(gapRows(dependentMatrix)[0]?.squares[1]?.meaning).toBe('it is no longer listed');
});

const behaviour = (cell: string, outcome: Outcome, fired = true): FaultBehaviour => ({
  ...{ cell: parseCell(cell), outcome, fired },
});
const both = 'cancelOrder:1:reset-after-commit + cancelOrder:2:unavailable';
const faults = changed({
  faultCauses: [{ cell: parseCell('cancelOrder:1:slow'), outcome: failed('a'), differences: [], runs: [] }],
  faults: [
    behaviour('cancelOrder:2:unavailable', passed),
    behaviour('cancelOrder:1:reset-after-commit', failed('a')),
    behaviour('cancelOrder:1:slow', failed('a')),
    behaviour('cancelOrder:1:unavailable', passed),
    behaviour('listOrders:1:slow', { kind: 'hung', afterMs: 1, tests: [] }),
    behaviour('listOrders:1:truncated', passed, false),
    behaviour(both, failed('a')),
    behaviour('cancel-again=not-found + cancelOrder:1:slow', passed),
  ],
});

test('the grid of faults has a row for each place in the order of requests, and one for several faults', () => {
  expect(shown(faultRows(faults))).toEqual({
    'listOrders:1': ['hangs: slow', 'did not fire: truncated'],
    'cancelOrder:1': ['passes: unavailable', 'fails: slow → finding-4', 'fails: reset-after-commit'],
    'cancelOrder:2': ['passes: unavailable'],
    'Several faults': [`fails: ${both}`, 'passes: cancel-again=not-found + cancelOrder:1:slow'],
  });
  expect(Object.keys(shown(faultRows(faults)))).toEqual([
    ...['listOrders:1', 'cancelOrder:1', 'cancelOrder:2', 'Several faults'],
  ]);
  expect(faultRows(faults).map(({ note }) => note)).toEqual([
    ...['the first listOrders', 'the first cancelOrder', 'the second cancelOrder', 'in one run'],
  ]);
  expect(faultRows(changed({ faults: [behaviour('listOrders:1:slow', passed)] }))).toHaveLength(1);
});

test('what breaks under faults is listed by place, and the totals have no empty part', () => {
  expect(brokenFaults(faults).map((line) => line.slice(1))).toEqual([
    ['listOrders:1', 'slow'],
    ['cancelOrder:1', 'slow, reset-after-commit'],
    [both, 'together'],
  ]);
  const text = (line: unknown) => JSON.stringify(line).replace(/\{"text":"([^"]*)","tone":"\w+"\}/g, '"$1"');
  expect(faultTotals(faults).map(text)).toEqual([
    '["3 pass",", ","3 fail",", ","1 hang",", ","1 did not fire"," of 8 fault cells"]',
  ]);
  expect(
    faultTotals(changed({ faults: [behaviour('cancelOrder:1:key-revoked', passed)] })).map(text),
  ).toEqual(['["1 pass"," of 1 actor cell"]']);
});
