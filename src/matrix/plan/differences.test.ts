import { expect, test } from 'vitest';
import { cellOf, ended, passed, record } from '../../../test/matrix/report/sample-matrix.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { EndedRun } from '../model.ts';
import { firstDifference } from './differences.ts';

function exchange(number: number, changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  const target = `/${changes.environment ?? 'production'}/v1/store/orders`;
  return record(number, { target, begunAt: number, endedAt: number, body: '[]', ...changes });
}

const run = (id: number, ...records: readonly ExchangeRecord[]): EndedRun => ({
  ...ended(id, cellOf({}), passed),
  records,
});

const cancelled = { method: 'DELETE', target: '/v1/store/orders/1', operation: 'cancelOrder' } as const;

test('shows the first exchange that differs', () => {
  const baseline = run(1, exchange(1), exchange(2, cancelled), exchange(3));
  const [status, body] = [
    exchange(2, { ...cancelled, status: 409 }),
    exchange(3, { body: '[1]', bodyLength: 3 }),
  ];
  expect(firstDifference([baseline], run(2, exchange(1), status, body))).toEqual({
    passing: baseline.records[1],
    failing: status,
  });
});

test.each([
  [{ end: 'reset' as const }],
  [{ headers: ['Content-Type', 'application/json; charset=utf-8'] }],
  [{ headers: ['Content-Type', 'application/json', 'ETag', '"1"'] }],
  [{ bodyLength: 9 }],
])('%j is a difference', (changes) => {
  expect(firstDifference([run(1, exchange(1))], run(2, exchange(1, changes)))).toBeDefined();
});

test('leaves out what already differs between two runs of the baseline', () => {
  const first = run(1, exchange(1, { body: 'a' }), exchange(2));
  const second = run(2, exchange(1, { body: 'b' }), exchange(2));
  const failing = run(3, exchange(1, { body: 'c' }), exchange(2, { status: 500 }));
  expect(firstDifference([first, second], failing)).toMatchObject({ failing: { number: 2, status: 500 } });
  const also = run(4, exchange(1, { body: 'c', status: 500 }), exchange(2));
  expect(firstDifference([first, second], also)).toMatchObject({ failing: { status: 500, body: 'c' } });
});

test('shows a missing or an additional exchange if no other differs', () => {
  const baseline = run(1, exchange(1), exchange(2, cancelled), exchange(3));
  const missing = { passing: baseline.records[1], failing: undefined };
  expect(firstDifference([baseline], run(2, exchange(1)))).toEqual(missing);
  const again = exchange(3, cancelled);
  const more = [exchange(1), exchange(2, cancelled), again];
  expect(firstDifference([baseline], run(3, ...more, exchange(4)))).toEqual({
    passing: undefined,
    failing: again,
  });
  const other = exchange(4, { status: 500 });
  expect(firstDifference([baseline], run(3, ...more, other))).toMatchObject({ failing: other });
});
