import { expect, test } from 'vitest';
import { authorize, bearerTokenOf, equalsSecret } from './authorization.ts';

const keys = { accepts: (token: string) => token === 'key' };

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

test.each([
  ['the secret', 'test-api-key'],
  ['another first character', 'Test-api-key'],
  ['another last character', 'test-api-keY'],
  ['nothing alike', '------------'],
])('equalsSecret reads every character of %s', (_, text) => {
  const looked = new Set<number>();
  const given = {
    length: text.length,
    charCodeAt: (at: number) => {
      looked.add(at);
      return text.charCodeAt(at);
    },
  };
  equalsSecret(given as string, 'test-api-key');
  expect(looked.size).toBe(text.length);
});
