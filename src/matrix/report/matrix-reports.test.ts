import { expect, test } from 'vitest';
import {
  dependentMatrix,
  failed,
  redMatrix,
  soundMatrix,
} from '../../../test/matrix/report/sample-matrix.ts';
import { parseCell } from '../plan/cell.ts';
import type { MatrixReport } from './matrix-report.ts';
import { matrixReportWriters } from './reports.ts';

const { terminal: matrixTerminalReport } = matrixReportWriters;

const changed = (result: Partial<MatrixReport['result']>, report = dependentMatrix): MatrixReport => ({
  ...report,
  result: { ...report.result, ...result },
});

test('a terminal report names what each failing test relies on, why nobody promised it, and how to go on', () => {
  const [head, _heading, first] = matrixTerminalReport(dependentMatrix).split('\n\n');
  expect(head).toMatchInlineSnapshot(`
    "✘ npm test depends on 2 unpromised behaviours and hangs under 1 fault
      18 runs in 1 min 12 s, 2 at a time
      The budget is used up; 1 cell was left out. Give a longer --budget to run them."
  `);
  expect(first).toMatchInlineSnapshot(`
    "✘ refund.test.ts › shows the refunded order relies on: a cancelled order stays listed
        breaks with  cancelled-in-list=remove (it is no longer listed)
        not promised the specification (1, 3) leaves open: Does a cancelled order stay in the list? ("returns every order placed in the store"; the table says that the state changes, not that the order is removed)
        outcome      fails with exit code 1
        failing      refund.test.ts › shows the refunded order
                     refund.test.ts › counts the refunded orders
        differs      GET /v1/store/orders (exchange 3)
                       passing  200 [{"id":48250918,"petId":7,"quantity":1,"shipDate":"2026-01-20T10:00:00Z","complete":false},{"id":48250919,"petId":8}]
                       failing  200 [{"id":48250919,"petId":8}]
        how to fix   store-orders-sim gaps explain cancelled-in-list
        reproduce    store-orders-sim matrix --scenario mixed --only cancelled-in-list=remove -- npm test"
  `);
});

test('a terminal report ends with what is not a finding', () => {
  // How long depends on the table of fault points.
  const report = matrixTerminalReport(dependentMatrix).replace(/after \d+ seconds/, 'after N seconds');
  expect(report.slice(report.indexOf('\nCells') + 1)).toMatchInlineSnapshot(`
    "Cells
      3 breaks, 1 fails, 1 accepted, 1 flaky, 1 explained, 1 no effect, 1 left out, 5 passes of 14 cells
      ✘ breaks     cancelled-in-list=remove                     fails with exit code 1                                      854 ms
      ~ accepted   content-type=charset                                                                                     860 ms
      · no effect  bearer-case=exact                                                                                        861 ms
      ✘ breaks     conflict-body=error + error-codes=opaque     fails with exit code 1                                      1.7 s
      ↳ explained  cancelled-in-list=remove + list-order=by-id  by cancelled-in-list=remove                                 872 ms
      ? flaky      etag=on                                      fails with exit code 1 (1 of 3 runs), passes (2 of 3 runs)  1.7 s
      ! fails      cancelOrder:1:reset-after-commit             fails with exit code 1                                      890 ms
      ✘ breaks     listOrders:1:slow                            hangs: ended after 30.0 s                                   891 ms
      · left out   list-order=shuffled + extra-fields=some                                                                  

    Notes about the client
      It repeats a cancel whose outcome it does not know, without a look at the list: a 404 or 409 may then mean success (seen with cancelOrder:1:reset-after-commit): store-orders-sim gaps explain repeats-cancel-blindly

    Pinned (chosen by a test or its scenario, so not varied there)
      list-order (sorted-orders)

    Coverage (what the tests never met without any change: not a finding)
      No test met a 409: the scenario "shipped" provokes it.

    Remarks
      junit.xml:3:1 is not well-formed XML: Unexpected end
    "
  `);
});

test('a baseline that fails with the choices of a deployment breaks today', () => {
  expect(matrixTerminalReport({ ...redMatrix, observed: 'observed.yaml' })).toContain(
    'with the choices of observed.yaml: it breaks today.',
  );
});

test('every report calls what others do an actor, and a failure a fault', () => {
  const kinds = ['shipped-meanwhile', 'key-revoked', 'unavailable'] as const;
  const cells = kinds.map((kind) => parseCell(`cancelOrder:1:${kind}`));
  const outcome = failed('refund.test.ts › one');
  const { runs } = soundMatrix.result;
  const [first] = runs;
  if (first === undefined) throw new Error('the sample has no run');
  const report = changed(
    {
      assumptions: [],
      faultCauses: cells.map((cell) => ({ cell, outcome, difference: undefined, runs: [] })),
      runs: [...runs, ...cells.map((cell, id) => ({ ...first, run: { id, cell }, outcome }))],
    },
    { ...soundMatrix, required: ['faults', 'actors'] },
  );
  const clause = 'fails beside 2 actors and fails under 1 fault';
  const { terminal, json, junit, markdown, html } = matrixReportWriters;
  for (const write of [terminal, json, junit, markdown, html]) expect(write(report)).toContain(clause);
  for (const write of [terminal, markdown, html])
    expect(write(report)).toMatch(/3 breaks(?:<[^>]+>|\*\*)? of 3 cells/);
  expect(junit(report).match(/type="actor"/g)).toHaveLength(2);
  expect(junit(report).match(/type="fault"/g)).toHaveLength(1);
});

test('a cause names each choice of its gap with which the tests pass, unless it had no effect', () => {
  const [removed] = dependentMatrix.result.assumptions;
  if (removed === undefined) throw new Error('the matrix has no cause');
  const text = parseCell('conflict-body=text');
  const titleWith = (noEffect: MatrixReport['result']['noEffect']) =>
    matrixTerminalReport(changed({ assumptions: [{ ...removed, cell: text }], noEffect })).split('\n\n')[2];
  expect(titleWith([text])).toMatch(/relies on: a 409 has no body, or a 409 has an Error body\n/);
  expect(titleWith([text, parseCell('conflict-body=error')])).toMatch(/relies on: a 409 has no body\n/);
});
