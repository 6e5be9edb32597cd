import { expect, test } from 'vitest';
import { record } from '../../../test/matrix/report/sample-matrix.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import { viewDifference } from './difference-view.ts';

const exchange = (environment: string, orderId: string, status: number): ExchangeRecord =>
  record(1, {
    ...{ environment, operation: 'cancelOrder', method: 'DELETE', headers: [] },
    ...{ target: `/${environment}/v1/store/orders/${orderId}`, orderId, status },
  });

test('the name of a temporary environment, which is random, makes no other request', () => {
  expect(
    viewDifference({ passing: exchange('test-1a', '7', 204), failing: exchange('test-2b', '7', 503) }),
  ).toEqual({
    request: 'DELETE /test-1a/v1/store/orders/7 (exchange 1)',
    passing: '204',
    failing: '503',
  });
});

const list = (changes: Partial<ExchangeRecord>): ExchangeRecord => {
  const body = changes.body ?? '[]';
  return { ...exchange('shop', '7', 200), body, bodyLength: body.length, ...changes };
};
const view = (passing: ExchangeRecord | undefined, failing: ExchangeRecord | undefined) => {
  const shown = viewDifference({ passing, failing });
  return [shown.passing, shown.failing];
};

test.each<[string, Partial<ExchangeRecord>, Partial<ExchangeRecord>, readonly string[]]>([
  [
    'a header that one of them lacks, and no header that follows from the body',
    { headers: ['ETag', '"a"', 'Content-Length', '2', 'Vary', 'x'] },
    { headers: ['Content-Length', '3', 'vary', 'x'] },
    ['200 (etag: "a")', '200 (no etag)'],
  ],
  [
    'at most three headers, cut after 100 characters',
    { headers: ['A', '1', 'B', '2', 'C', 'x'.repeat(200), 'D', '4'] },
    { headers: [] },
    [`200 (a: 1) (b: 2) (${`c: ${'x'.repeat(97)}`}…)`, '200 (no a) (no b) (no c)'],
  ],
  ['no header if the status differs', { headers: ['ETag', '"a"'] }, { status: 500 }, ['200', '500']],
  ['a body against none', {}, { body: '' }, ['200 []', '200 no body']],
  [
    'a body from 40 characters before its first difference, and 140 of them',
    { body: `${'a'.repeat(60)}b${'c'.repeat(200)}` },
    { body: `${'a'.repeat(60)}d` },
    [`200 …${'a'.repeat(40)}b${'c'.repeat(99)}…`, `200 …${'a'.repeat(40)}d`],
  ],
  [
    'how a response ended',
    { status: 0, end: 'failed', body: '' },
    { status: 0, end: 'garbled', body: 'x' },
    ['no response', 'garbage instead of a response x'],
  ],
])('two responses show %s', (_, passing, failing, shown) => {
  expect(view(list(passing), list(failing))).toEqual(shown);
});
