import { expect, test } from 'vitest';
import { namesSecret, secretsOf, secretsOfHeaders } from './of-request.ts';

test.each<[string, string, readonly string[]]>([
  ['X-Gateway-Key', 'canary-1234', ['canary-1234']],
  ['Cookie', 'session=abc123def; theme=dark', ['session=abc123def; theme=dark', 'abc123def']],
  ['X-Signed', 'id="canary-1234", v=1', ['id="canary-1234", v=1', 'canary-1234']],
  ['X-Debug', 'true', []],
  ['Accept-Language', 'de-CH, de;q=0.9', []],
  ['X-Request-Id', '0f8fad5b-d9cb-469f-a165-70867728950e', []],
])('of %s: %s the secrets are %j', (name, value, secrets) => {
  expect(secretsOfHeaders([[name, value]])).toEqual(secrets);
});

test('knows the names of secrets, and an idempotency key is not one', () => {
  const names = ['X-Api-Key', 'access_token', 'Cookie', 'Authorization', 'Accept', 'Idempotency-Key', ''];
  expect(names.filter(namesSecret)).toEqual(names.slice(0, 4));
});

test.each([
  ['a bearer token', '/', [['Authorization', 'Bearer abc-def']], ['abc-def']],
  ['a token in quotes', '/', [['Authorization', 'Token "<abc-def>"']], ['"<abc-def>"', 'abc-def']],
  [
    'user name and password of Basic',
    '/',
    [['Authorization', 'Basic bWU6aGlkZGVu']],
    ['bWU6aGlkZGVu', 'me:hidden', 'me', 'hidden'],
  ],
  ['cookies', '/', [['Cookie', 'a=one; b=two']], ['a=one; b=two', 'one', 'two']],
  ['parameters of a query', '/?page=1&api%5fkey=ab%20cd+e', [], ['ab cd e', 'ab', 'cd', 'e']],
  ['user and password of a target', 'http://me:hid%21@host/', [], ['me', 'hid!']],
  [
    'nothing of other headers and parameters',
    '/?page=1',
    [
      ['Accept', 'text/html'],
      ['Idempotency-Key', 'x'],
    ],
    [],
  ],
  ['no ordinary words', '/?token=orders', [['Authorization', 'Bearer']], []],
] as const)('the secrets of a request are %s', (_what, target, rawHeaders, secrets) => {
  expect(secretsOf({ target, rawHeaders })).toEqual(secrets);
});
