import { expect, test } from 'vitest';
import {
  headerFields,
  headerValues,
  queryFields,
  readCredentials,
  splitTarget,
  traceParentOf,
} from './request-fields.ts';

test('pairs header names and values, with an empty text for a missing value', () => {
  expect(headerFields(['A', '1', 'b', 'A', 'a'])).toEqual([
    ['A', '1'],
    ['b', 'A'],
    ['a', ''],
  ]);
});

test('finds every value of a header by its name in any case, and takes no value for a name', () => {
  const fields = ['Accept', 'x', 'AUTHORIZATION', 'Bearer a', 'Note', 'authorization', 'authorization', ''];
  expect(headerValues(fields, 'authorization')).toEqual(['Bearer a', '']);
  expect(headerValues(fields, 'x')).toEqual([]);
});

test.each([
  ['/v1/store/orders', '/v1/store/orders', ''],
  ['/v1/store/orders?', '/v1/store/orders', '?'],
  ['/v1?a=1?b=2', '/v1', '?a=1?b=2'],
  ['http://localhost:4010/v1?a=1', '/v1', '?a=1'],
  ['http://localhost?a=1', '', '?a=1'],
  ['/to/http://localhost/v1', '/to/http://localhost/v1', ''],
])('splits the target %s into %s and %s', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});

test('reads a query as sent: empty values, no values, several equals signs', () => {
  expect(queryFields('?a=1&b=&c&=d&&e=f=g')).toEqual([
    ['a', '1'],
    ['b', ''],
    ['c', undefined],
    ['', 'd'],
    ['e', 'f=g'],
  ]);
  expect([queryFields(''), queryFields('?')]).toEqual([[], []]);
});

test.each([
  ['Bearer a', 'Bearer', 'a'],
  ['bearer   a b', 'bearer', 'a b'],
  ['Bearer ', 'Bearer', ''],
  ['API-Key x', 'API-Key', 'x'],
  ['Bearera', undefined, 'Bearera'],
  ['some-key', undefined, 'some-key'],
])('reads the credentials %j as the scheme %s with %j', (value, scheme, rest) => {
  expect(readCredentials(value)).toEqual({ scheme, rest });
});

test('returns what was sent as traceparent, and cuts it only after it was redacted', () => {
  const key = 'k'.repeat(300);
  const hide = (text: string) => text.replace(key, '[redacted]');
  expect(traceParentOf(['TraceParent', 'a', 'traceparent', 'b'])).toBe('a, b');
  expect([traceParentOf([]), traceParentOf(['traceparent', key], hide)]).toEqual([undefined, '[redacted]']);
});
