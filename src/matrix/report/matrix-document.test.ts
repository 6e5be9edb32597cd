import { expect, test } from 'vitest';
import { dependentMatrix, soundMatrix } from '../../../test/matrix/report/sample-matrix.ts';
import { ended, failed, passed } from '../../../test/matrix/report/sample-runs.ts';
import type { Section } from '../../report/document.ts';
import { parseCell } from '../plan/cell-text.ts';
import { matrixSuite } from './matrix-cases.ts';
import { matrixDocument } from './matrix-document.ts';
import type { MatrixReport } from './matrix-report.ts';

const changed = (result: Partial<MatrixReport['result']>, report = dependentMatrix): MatrixReport => ({
  ...report,
  result: { ...report.result, ...result },
});
const heading = ({ heading: title, note, folded, only }: Section) =>
  [title, note, folded, only?.join()].map((part) => part ?? '').join(' | ');

test('the document of a matrix has a title, a subject, a verdict, and where it comes from', () => {
  expect(matrixDocument(dependentMatrix)).toMatchObject({
    title: 'Store Orders matrix',
    subject: 'npm test',
    passed: false,
    verdict: 'depends on 2 unpromised behaviours and hangs under 1 fault',
    alert: { lines: [expect.stringMatching(/^The budget is used up/)] },
    origin: 'Started 2026-01-20T10:00:00.000Z, by store-orders-sim 0.1.0',
  });
  expect(matrixDocument(soundMatrix)).toMatchObject({ passed: true, alert: undefined });
});

test('the tiles count choices, faults, actors and notes, and leave out what there is none of', () => {
  const tiles = (report: MatrixReport) =>
    matrixDocument(report).tiles?.map(({ amount, word }) => `${amount} ${word}`);
  const act = { cell: parseCell('cancelOrder:1:key-revoked'), outcome: passed, fired: true };
  const [note] = dependentMatrix.result.notes;
  const faults = [
    ...dependentMatrix.result.faults,
    act,
    { ...act, outcome: failed('a') },
    { ...act, fired: false },
  ];
  expect(tiles(changed({ faults, notes: note === undefined ? [] : [note, note] }))).toEqual([
    '3 choices break it',
    '11 choices pass',
    '1 cells had no effect',
    '2 faults break it',
    '24 faults pass',
    '1 actors break it',
    '1 actors pass',
    '1 flaky cells',
    '1 notes',
    '1 cells left out',
  ]);
  expect(tiles(changed({ reliance: [], noEffect: [] }, soundMatrix))).toEqual(['0 choices break it']);
});

test('the sections of a document say what is a finding, and what is none', () => {
  expect(matrixDocument(dependentMatrix).sections.map(heading)).toMatchInlineSnapshot(`
    [
      "Gaps × choices |  |  | html",
      "Findings |  |  | html",
      " |  |  | terminal,markdown",
      "Gaps × choices |  |  | markdown",
      "Under faults |  |  | terminal",
      "Under faults |  |  | markdown,html",
      " |  |  | terminal,markdown",
      "What broke under each fault or beside each actor | not findings without --require | Each of them with its cause | html",
      "Notes about the client |  |  | ",
      "Flaky | runs of the same cell had different outcomes: not a finding |  | ",
      "No effect | no exchange relied on the choice, or the fault did not fire: not a pass |  | ",
      "Pinned | chosen by a test or its scenario, so not varied there |  | ",
      "Left out | planned and not run |  | ",
      "Coverage | what the tests never met without any change: not a finding |  | ",
      "Remarks |  |  | ",
      "Runs | cells in the order in which they ran | Every cell with its runs | html",
    ]
  `);
});

test('the gaps on which no response relied are named', () => {
  const { sections } = matrixDocument(dependentMatrix);
  const [about, , others] = sections[0]?.blocks ?? [];
  expect(about).toMatchObject({
    line: 'What the specification leaves open, for 12 gaps on which a response relied.',
  });
  const line = others?.kind === 'text' && typeof others.line !== 'string' ? others.line : [];
  const text = line
    .map((piece) => (typeof piece === 'object' && 'code' in piece ? piece.code : piece))
    .join('');
  expect(text).toBe(
    'No response relied on 14 other gaps: malformed-order-id, unknown-path, wrong-method, head-list, options, cors, list-query, accept, ' +
      'etag, www-authenticate, pet-lookup, pet-deprecation, message-accepted, message-bad-request-body.',
  );
  expect(matrixDocument(changed({ reliance: [] })).sections[0]?.blocks).toEqual([]);
});

test('the page lists the findings, and apart from them what does not count', () => {
  const cards = (title: string) =>
    matrixDocument(dependentMatrix)
      .sections.filter((section) => section.heading === title)
      .flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'card' ? block.id : block.kind)));
  expect(cards('Findings')).toEqual(['finding-1', 'finding-3', 'finding-5', 'finding-2']);
  expect(cards('What broke under each fault or beside each actor')).toEqual(['finding-4']);
});

test('the page has a row for each cell, with its outcomes and its time', () => {
  const cell = parseCell('etag=on');
  const runs = [
    ended(1, 'choice', cell, passed),
    ended(2, 'with', cell, failed('a')),
    ended(3, 'with', cell, passed, true),
    ended(4, 'choice', parseCell('list-order=by-id'), passed, true),
  ];
  const block = matrixDocument(changed({ runs })).sections.at(-1)?.blocks[0];
  expect(block).toEqual({
    kind: 'table',
    columns: ['Cell', 'Outcome', 'Time'],
    rows: [
      [[{ code: 'etag=on' }], '✔ passes 2 times, ✘ fails with exit code 1', '1.7 s'],
      [[{ code: 'list-order=by-id' }], '✔ passes', 'cached'],
    ],
  });
});

test('a test suite has the facts of a matrix as properties, and the time of each cell without the cache', () => {
  const cell = parseCell('bearer-case=exact');
  const unknown = parseCell('extra-fields=some');
  const [note] = dependentMatrix.result.notes;
  const report = changed({
    ...{ leftOut: [], dependences: [], faultCauses: [] },
    notes: note === undefined ? [] : [note, { ...note, cell }],
    runs: [
      ended(1, 'choice', cell, passed),
      ended(2, 'with', cell, passed),
      ended(3, 'with', cell, passed, true),
      ended(4, 'choice', unknown, failed('a')),
      ended(5, 'choice', parseCell('list-order=by-id'), passed),
    ],
  });
  expect(matrixSuite(report)).toMatchObject({
    name: 'Store Orders matrix: npm test',
    className: 'store-orders-matrix',
    properties: [
      ['verdict', 'relies on nothing unpromised in the cells for which there was time'],
      ['runs', '5 runs (1 from the cache) in 1 min 12 s, 2 at a time'],
      ['incomplete', expect.stringMatching(/^The budget is used up/)],
      ['pinned', 'list-order (sorted-orders)'],
      [
        'note',
        'it repeats a cancel whose outcome it does not know, without a look at the list: a 404 or 409 may then mean success (cancelOrder:1:reset-after-commit)',
      ],
      ['remark', expect.stringMatching(/^junit/)],
    ],
    cases: [
      {
        name: 'bearer-case=exact',
        seconds: 1.703,
        outcome: {
          kind: 'skipped',
          message: 'no effect: no exchange relied on it, or its fault did not fire',
        },
      },
      { outcome: { kind: 'skipped', message: 'fails with exit code 1; no cause was determined' } },
      { name: 'list-order=by-id', outcome: { kind: 'passed' } },
    ],
  });
});
