import { expect, test } from 'vitest';
import { type Forwarded, list } from '../../../test/traffic/forwarded.ts';
import { observeUnplaced } from './place-request.ts';

const head: Forwarded = { method: 'HEAD' };
const asGet = { gap: 'head-list', observed: 'as-get', allowed: true, exchange: undefined };

test.each<[string, Forwarded, string, readonly unknown[]]>([
  ['below the base address', head, '/v1', [asGet]],
  ['below any base address', { ...head, target: '/staging/v1/store/orders' }, '', [asGet]],
  ['below another base address', { ...head, target: '/v2/store/orders' }, '/v1', []],
  ['at another path, without a base address', { method: 'GET', target: '/v1/pets/1' }, '', []],
  ['without a response', { ...head, outcome: { kind: 'client-left' } }, '/v1', []],
  [
    'that asks for permission',
    { method: 'OPTIONS', status: 204, headers: [['Access-Control-Request-Method', 'DELETE']] },
    '/v1',
    [],
  ],
])('a request %s shows what it decides', (_what, forwarded, upstreamPath, expected) => {
  expect(observeUnplaced(list(forwarded), upstreamPath)).toEqual(expected);
});

test('a request without a key is told from one with a key', () => {
  const unknown = { target: '/v1/nothing', status: 404 };
  expect(observeUnplaced(list(unknown), '/v1')).toEqual([]);
  expect(observeUnplaced(list({ ...unknown, key: null }), '/v1')).toMatchObject([{ gap: 'unknown-path' }]);
});
