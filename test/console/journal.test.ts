import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createExchangeRows } from '../../src/console/pages/journal/exchange-rows.ts';
import { filterOf, matcherOf, queryOf } from '../../src/console/pages/journal/journal-filter.ts';
import { requestCurl } from '../../src/console/pages/journal/request-curl.ts';
import type { EnvironmentView, Exchange, ExchangeSummary } from '../../src/control-api.ts';

const row: ExchangeSummary = {
  number: 1,
  begunAt: '2026-01-20T10:00:00.000Z',
  method: 'DELETE',
  target: '/v1/store/orders/7',
  operation: 'cancelOrder',
  orderId: '9223372036854775807',
  status: 404,
  durationMs: 1,
  key: 'key-1',
  faults: [],
  gaps: 0,
  held: false,
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};
const numbered = (...numbers: readonly number[]) => numbers.map((number) => ({ ...row, number }));

test('a journal that stays open keeps the newest 5,000 to 6,000 exchanges, newest first', () => {
  const rows = createExchangeRows();
  for (let number = 1; number <= 20_000; number += 50)
    rows.add(numbered(...Array.from({ length: 50 }, (_, at) => number + at)));
  expect([rows.count >= 5000, rows.count <= 6000, rows.added]).toEqual([true, true, 20_000]);
  const shown = Array.from({ length: rows.count }, (_, index) => rows.at(index)?.number);
  expect(shown).toEqual(Array.from({ length: rows.count }, (_, index) => 20_000 - index));
});

test('each exchange is a row once, whatever is read and reported twice', () => {
  const batches = fc.array(fc.array(fc.integer({ min: 1, max: 30 })), { maxLength: 8 });
  fc.assert(
    fc.property(batches, batches, (live, older) => {
      const rows = createExchangeRows();
      for (const numbers of live) rows.add(numbered(...numbers));
      for (const numbers of older) rows.addOlder(numbered(...new Set(numbers)));
      const shown = rows.all().map(({ number }) => number);
      expect(shown.toSorted()).toEqual([...new Set([...live.flat(), ...older.flat()])].toSorted());
    }),
  );
});

test('an exchange that had not ended is replaced where it is', () => {
  const rows = createExchangeRows();
  rows.add([{ ...row, status: null }, ...numbered(2)]);
  rows.add([row]);
  expect([rows.at(1)?.status, rows.count]).toEqual([404, 2]);
});

test.each([
  [{}, true],
  [{ operation: 'cancelOrder' }, true],
  [{ operation: 'listOrders' }, false],
  [{ status: '404' }, true],
  [{ status: '4xx' }, true],
  [{ status: '40' }, true],
  [{ status: '204' }, false],
  [{ order: '9223372036854775807' }, true],
  [{ order: '9223372036854775806' }, false],
  [{ key: 'key-1' }, true],
  [{ key: 'key-2' }, false],
  [{ trace: '4BF92F3577B34DA6A3CE929D0E0E4736' }, true],
  [{ trace: '5bf92f3577b34da6a3ce929d0e0e4736' }, false],
])('the filter %j matches: %s', (query, matches) => {
  expect(matcherOf(filterOf(query))(row)).toBe(matches);
});

test('an incomplete status or order id is not sent', () => {
  expect(queryOf(filterOf({ status: '4', order: '-' }))).toEqual({});
  expect(queryOf(filterOf({ status: ' 4xx', order: '007' }))).toEqual({ status: '4xx', orderId: '7' });
});

const view = { path: '/staging/v1', baseUrl: 'https://sims.test/a/staging/v1' } as EnvironmentView;
const exchange = {
  method: 'POST',
  path: '/staging/v1/messages',
  query: '?a=1',
  headers: [
    { name: 'Host', value: 'elsewhere' },
    { name: 'Authorization', value: 'Bearer [redacted]' },
    { name: 'Content-Type', value: 'application/json' },
  ],
} as unknown as Exchange;

test('a request is repeated with its headers and body, below the path of a proxy, with the key if it is known', () => {
  expect(requestCurl({ ...exchange, body: { length: 4, truncated: false, text: "it's" } }, view, 'key')).toBe(
    `curl -i -X POST -H 'Authorization: Bearer key' -H 'Content-Type: application/json' --data-binary 'it'\\''s' 'https://sims.test/a/staging/v1/messages?a=1'`,
  );
  const binary = { length: 2, truncated: false, base64: '//4=' };
  expect(requestCurl({ ...exchange, headers: [], body: binary }, view, undefined)).toBe(
    `echo //4= | base64 -d | curl -i -X POST --data-binary @- 'https://sims.test/a/staging/v1/messages?a=1'`,
  );
});
