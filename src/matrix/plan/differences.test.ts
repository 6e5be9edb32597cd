import { expect, test } from 'vitest';
import { cellOf, ended, passed, record } from '../../../test/matrix/report/sample-runs.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { EndedRun } from '../model.ts';
import { differencesOf } from './differences.ts';

function exchange(number: number, changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  const target = `/${changes.environment ?? 'production'}/v1/store/orders`;
  return record(number, { target, begunAt: number, endedAt: number, body: '[]', ...changes });
}

const run = (id: number, ...records: readonly ExchangeRecord[]): EndedRun => ({
  ...ended(id, cellOf({}), passed),
  records,
});

const cancelled = { method: 'DELETE', target: '/v1/store/orders/1', operation: 'cancelOrder' } as const;

test('shows the exchanges that differ, in order', () => {
  const baseline = run(1, exchange(1), exchange(2, cancelled), exchange(3));
  const [status, body] = [
    exchange(2, { ...cancelled, status: 409 }),
    exchange(3, { body: '[1]', bodyLength: 3 }),
  ];
  expect(differencesOf([baseline], run(2, exchange(1), status, body))).toEqual([
    { passing: baseline.records[1], failing: status },
    { passing: baseline.records[2], failing: body },
  ]);
});

test.each([
  [{ end: 'reset' as const }],
  [{ headers: ['Content-Type', 'application/json; charset=utf-8'] }],
  [{ headers: ['Content-Type', 'application/json', 'ETag', '"1"'] }],
  [{ bodyLength: 9 }],
])('%j is a difference', (changes) => {
  expect(differencesOf([run(1, exchange(1))], run(2, exchange(1, changes)))).toHaveLength(1);
});

test('the case of header names, dates and times are not', () => {
  const other = exchange(1, {
    headers: ['content-type', 'application/json', 'Date', 'now'],
    begunAt: 99,
    endedAt: 100,
  });
  expect(differencesOf([run(1, exchange(1))], run(2, other))).toEqual([]);
});

test('leaves out what already differs between two runs of the baseline', () => {
  const first = run(1, exchange(1, { body: 'a' }), exchange(2));
  const second = run(2, exchange(1, { body: 'b' }), exchange(2));
  const failing = run(3, exchange(1, { body: 'c' }), exchange(2, { status: 500 }));
  expect(differencesOf([first, second], failing)).toMatchObject([{ failing: { status: 500 } }]);
  const also = run(4, exchange(1, { body: 'c', status: 500 }), exchange(2));
  expect(differencesOf([first, second], also)).toMatchObject([{ failing: { status: 500, body: 'c' } }]);
});

test('shows missing and additional exchanges', () => {
  const baseline = run(1, exchange(1), exchange(2, cancelled), exchange(3));
  expect(differencesOf([baseline], run(2, exchange(1)))).toEqual([
    { passing: baseline.records[1], failing: undefined },
    { passing: baseline.records[2], failing: undefined },
  ]);
  const again = exchange(3, cancelled);
  const more = run(3, exchange(1), exchange(2, cancelled), again, exchange(4));
  expect(differencesOf([baseline], more)).toEqual([{ passing: undefined, failing: again }]);
});

test('matches environments with random names by their requests', () => {
  const one = exchange(1, { environment: 't-aaa', body: 'one' });
  const two = [exchange(1, { environment: 't-bbb' }), exchange(2, { ...cancelled, environment: 't-bbb' })];
  const changed = exchange(1, { environment: 't-ccc', status: 500, begunAt: 9 });
  const same = [exchange(1, { environment: 't-ddd' }), exchange(2, { ...cancelled, environment: 't-ddd' })];
  expect(differencesOf([run(1, one, ...two)], run(2, ...same, changed))).toEqual([
    { passing: one, failing: changed },
  ]);
});

test('keeps the states of an environment apart', () => {
  const baseline = run(1, exchange(1), exchange(1, { state: 2, begunAt: 5 }));
  const failing = run(2, exchange(1), exchange(1, { state: 2, begunAt: 5, status: 404 }));
  expect(differencesOf([baseline], failing)).toMatchObject([{ failing: { state: 2 } }]);
});

test('shows five differences at most', () => {
  const all = Array.from({ length: 9 }, (_, at) => exchange(at + 1));
  const failing = run(2, ...all.map((one) => ({ ...one, status: 500 })));
  expect(differencesOf([run(1, ...all)], failing).map(({ failing: one }) => one?.number)).toEqual([
    1, 2, 3, 4, 5,
  ]);
});
