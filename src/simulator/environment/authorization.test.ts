import { expect, test } from 'vitest';
import { createApiKeys } from './api-keys.ts';
import { authorize, bearerTokenOf } from './authorization.ts';

const keys = createApiKeys(['key']);

test.each([[['Bearer key', '']], [['', 'Bearer key']], [['Bearer key', 'Bearer key']], [[]]])(
  'the headers %j carry no token',
  (headers) => {
    expect(authorize(headers, keys, false)).toEqual({ kind: 'refused', tokenSent: false });
    expect(bearerTokenOf(headers)).toBeUndefined();
  },
);

test('one header carries a token, whether or not it is a key', () => {
  expect([authorize(['bearer  key'], keys, false), bearerTokenOf(['bearer  key'])]).toEqual([
    { kind: 'accepted' },
    'key',
  ]);
  expect([authorize(['Bearer other'], keys, false), bearerTokenOf(['Bearer other'])]).toEqual([
    { kind: 'refused', tokenSent: true },
    'other',
  ]);
});
