import { expect, test } from 'vitest';
import { ended, passed, record } from '../../../test/matrix/report/sample-matrix.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { ClientNote, EndedRun, Outcome } from '../model.ts';
import { type FaultPoint, faultId, slowMs } from '../plan/fault-points.ts';
import { notesOf } from './notes.ts';

/** An exchange of a run: when it was sent, and what differs from a list that passed. */
type Sent = { readonly at: number; readonly fault?: FaultPoint } & Partial<ExchangeRecord>;

const failed: Outcome = { kind: 'failed', exit: 'exit code 1', tests: [] };
const cancel = {
  operation: 'cancelOrder',
  method: 'DELETE',
  target: '/v1/store/orders/1',
  orderId: '1',
} as const;
const point = (
  kind: FaultPoint['kind'],
  nth = 1,
  operation: FaultPoint['operation'] = 'cancelOrder',
): FaultPoint => ({
  operation,
  nth,
  kind,
});
const lost = { ...cancel, cancel: 'cancelled', end: 'reset', status: 0 } as const;
const reset = { end: 'reset', status: 0 } as const;
const unavailable = { status: 503, headers: ['Retry-After', '1'] } as const;

let runs = 0;
/** A run with these exchanges, and with their faults as its cell. */
function run(sent: readonly Sent[], outcome: Outcome = passed): EndedRun {
  const records = sent.map(({ at, fault, ...changes }, index) =>
    record(index + 1, {
      ...{ begunAt: at, endedAt: at, headers: [] },
      ...(fault !== undefined && { faults: [faultId(fault)] }),
      ...changes,
    }),
  );
  const faults = sent.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  return { ...ended(++runs, { gaps: {}, faults }, outcome), records };
}

const once: readonly Sent[] = [{ at: 0, ...cancel }];
const listed: readonly Sent[] = [{ at: 0 }];

/** Long after the start, so that a time is not taken for a duration. */
const later = 500_000;
const hung: Outcome = { kind: 'hung', afterMs: 10_000, tests: [] };

const notes = (usual: readonly Sent[], sent: readonly Sent[], outcome: Outcome = passed) =>
  notesOf([run(usual), run(sent, outcome)]);
const kinds = (usual: readonly Sent[], sent: readonly Sent[], outcome: Outcome = passed) =>
  notes(usual, sent, outcome).map(({ kind }) => kind);

const lostCancel = { at: later, fault: point('reset-after-commit'), ...lost };
const refusedList = { at: later, fault: point('unavailable', 1, 'listOrders'), ...unavailable };
const resetList = { at: later, fault: point('reset-before-commit', 1, 'listOrders'), ...reset };
const slowList = (ms: number): Sent => ({
  ...{ at: later, fault: point('slow', 1, 'listOrders'), endedAt: later + ms },
  ...{ end: 'client-gone', status: 0 },
});

test.each<[ClientNote['kind'], readonly Sent[], readonly Sent[], Outcome, readonly number[]]>([
  [
    'repeats-cancel-blindly',
    once,
    [lostCancel, { at: later + 500, ...cancel }, { at: later + 600, ...cancel }],
    passed,
    [1, 2],
  ],
  ['gives-up-after-reset', listed, [resetList], failed, [1]],
  ['ignores-retry-after', listed, [refusedList, { at: later + 60 }, { at: later + 120 }], passed, [1, 2]],
  [
    'retries-without-pause',
    once,
    [
      { at: later, fault: point('reset-before-commit'), ...cancel, ...reset },
      { at: later + 49, fault: point('server-error', 2), ...cancel, status: 500 },
      { at: later + 98, ...cancel },
    ],
    passed,
    [1, 2, 3],
  ],
  ['no-timeout', listed, [{ ...slowList(slowMs), end: 'answered', status: 200 }], passed, [1]],
  ['no-timeout', listed, [slowList(5_000)], hung, [1]],
])(
  'a note that a client %s has the exchanges that show it, and no other',
  (kind, usual, sent, outcome, shown) => {
    const [note, ...more] = notes(usual, sent, outcome);
    expect(more).toEqual([]);
    expect(note?.kind).toBe(kind);
    expect(note?.exchanges.map(({ number }) => number)).toEqual(shown);
  },
);

test('a cancel whose late response arrived can be sent again', () => {
  const late = { at: later, fault: point('slow'), ...cancel, cancel: 'cancelled' } as const;
  expect(kinds(once, [late, { at: later + 500, ...cancel }])).toEqual([]);
});

test('a client gives up only after a reset of a request that was not handled', () => {
  expect(kinds(once, [lostCancel], failed)).toEqual([]);
  expect(kinds(listed, [{ ...resetList, end: 'client-gone' }], failed)).toEqual([]);
});

test('Retry-After counts with 429 too, and not with another status', () => {
  const soon = { at: later + 60 };
  expect(kinds(listed, [{ ...refusedList, status: 429 }, soon])).toEqual(['ignores-retry-after']);
  expect(kinds(listed, [{ ...refusedList, status: 500 }, soon])).toEqual([]);
  // Clocks and timers are rounded: 100 ms earlier is in time.
  expect(kinds(listed, [refusedList, { at: later + 900 }])).toEqual([]);
});

test('repetitions have no pause only after two faults, and if the tests do not send the requests anyway', () => {
  const first = { at: later, fault: point('reset-before-commit'), ...cancel, ...reset };
  const second = { at: later + 10, fault: point('server-error', 2), ...cancel, status: 500 };
  const third = { at: later + 20, ...cancel };
  const { fault, ...unharmed } = second;
  expect(fault).toBeDefined();
  expect(kinds(once, [first, second])).toEqual([]);
  expect(kinds(once, [first, unharmed, third])).toEqual([]);
  expect(kinds(once, [first, { ...second, at: later + 50 }, { ...third, at: later + 60 }])).toEqual([]);
  expect(kinds([...once, ...once], [first, second, third])).toEqual([]);
});

test('only a slow response shows that a client has no time-out, and only if it does not go on before the response ends', () => {
  const { fault, ...other } = slowList(9_000);
  expect(fault).toBeDefined();
  expect(kinds(listed, [{ ...other, fault: resetList.fault }], hung)).toEqual([]);
  expect(kinds(listed, [{ ...slowList(slowMs - 1), end: 'answered', status: 200 }])).toEqual([]);
  expect(kinds(listed, [slowList(9_000)], passed)).toEqual([]);
  expect(kinds([...listed, ...once], [slowList(9_000), { at: later + 50, ...cancel }], hung)).toEqual([
    'no-timeout',
  ]);
  expect(kinds([...listed, ...once], [slowList(9_000), { at: later + 9_000, ...cancel }], hung)).toEqual([]);
});

test('each kind is noted once for a cell, with the exchanges that show it', () => {
  const fault = point('unavailable', 1, 'listOrders');
  const sent = [{ at: 0, fault, ...unavailable }, { at: 10 }];
  const [note, ...more] = notesOf([run(listed), run(sent), run(sent)]);
  expect(more).toEqual([]);
  expect(note?.exchanges.map(({ begunAt }) => begunAt)).toEqual([0, 10]);
});

test.each([
  ['shipped-meanwhile', 409, 'repeats-refused-cancel'],
  ['cancelled-meanwhile', 404, 'repeats-refused-cancel'],
  ['key-revoked', 401, 'repeats-refused-key'],
] as const)('a cancel that %s refuses with %i and that is sent again is noted', (kind, status, note) => {
  const refused = { at: 0, fault: point(kind), ...cancel, status };
  expect(kinds(once, [refused, { at: 500, ...cancel, status }])).toEqual([note]);
  expect(kinds(once, [refused])).toEqual([]);
  // With a fault instead of an actor, the client may well try again.
  expect(
    kinds(once, [
      { ...refused, fault: point('server-error') },
      { at: 500, ...cancel },
    ]),
  ).toEqual([]);
});
