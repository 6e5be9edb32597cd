import { expect, test } from 'vitest';
import {
  cancel,
  failed,
  listed,
  lost,
  once,
  passed,
  point,
  reset,
  run,
  type Sent,
  unavailable,
} from '../../../test/matrix/a-run.ts';
import type { Outcome } from '../model.ts';
import { notesOf } from './notes.ts';

const kinds = (usual: readonly Sent[], sent: readonly Sent[], outcome: Outcome = passed) =>
  notesOf([run(usual), run(sent, outcome)]).map(({ kind }) => kind);

test('a cancel that the tests send twice anyway is no repetition', () => {
  const twice = [
    { at: 0, ...cancel },
    { at: 9, ...cancel },
  ];
  const fault = point('reset-after-commit');
  expect(
    kinds(twice, [
      { at: 0, fault, ...lost },
      { at: 9, ...cancel },
    ]),
  ).toEqual([]);
});

test('a cancel of another order, or after a reset that changed nothing, is no blind repetition', () => {
  const fault = point('reset-after-commit');
  const other = { ...cancel, target: '/v1/store/orders/2', orderId: '2' };
  expect(
    kinds(once, [
      { at: 0, fault, ...lost },
      { at: 9, ...other },
    ]),
  ).toEqual([]);
  const before = point('reset-before-commit');
  expect(
    kinds(once, [
      { at: 0, fault: before, ...cancel, ...reset },
      { at: 9, ...cancel },
    ]),
  ).toEqual([]);
});

test('a client that fails after one reset without a second attempt gives up', () => {
  const fault = point('reset-before-commit', 1, 'listOrders');
  expect(kinds(listed, [{ at: 0, fault, ...reset }], failed)).toEqual(['gives-up-after-reset']);
  expect(kinds(listed, [{ at: 0, fault, ...reset }], passed)).toEqual([]);
  expect(kinds(listed, [{ at: 0, fault, ...reset }, { at: 60 }], failed)).toEqual([]);
});

test('requests that other parts of the suite send meanwhile ignore nothing', () => {
  const fault = point('unavailable', 1, 'listOrders');
  const usual = [{ at: 0 }, { at: 10 }, { at: 20 }];
  const first = { at: 0, fault, ...unavailable };
  expect(kinds(usual, [first, { at: 10 }, { at: 20 }, { at: 1_001 }])).toEqual([]);
  expect(kinds(usual, [first, { at: 5 }, { at: 10 }, { at: 20 }])).toEqual(['ignores-retry-after']);
});

test('each kind is noted once for a cell, with the exchanges that show it', () => {
  const fault = point('unavailable', 1, 'listOrders');
  const sent = [{ at: 0, fault, ...unavailable }, { at: 10 }];
  const notes = notesOf([run(listed), run(sent), run(sent)]);
  expect(notes).toHaveLength(1);
  expect(notes[0]?.exchanges.map(({ begunAt }) => begunAt)).toEqual([0, 10]);
});

test('without a passing baseline nothing is noted', () => {
  const fault = point('unavailable', 1, 'listOrders');
  expect(notesOf([run([{ at: 0, fault, ...unavailable }, { at: 10 }])])).toEqual([]);
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
