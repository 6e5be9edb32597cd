import { expect, test } from 'vitest';
import { secretsOfHeaders } from './of-request.ts';

test.each<[string, string, readonly string[]]>([
  ['X-Gateway-Key', 'canary-1234', ['canary-1234']],
  ['X-Auth', 'Bearer canary-1234', ['Bearer canary-1234', 'canary-1234']],
  ['Cookie', 'session=abc123def; theme=dark', ['session=abc123def; theme=dark', 'abc123def']],
  ['X-Signed', 'id="canary-1234", v=1', ['id="canary-1234", v=1', 'canary-1234']],
  ['X-Tenant', 'acme', []],
  ['X-Debug', 'true', []],
  ['Accept', 'application/json', []],
  ['Accept-Language', 'de-CH, de;q=0.9', []],
  ['User-Agent', 'Mozilla/5.0', []],
  ['X-Request-Id', '0f8fad5b-d9cb-469f-a165-70867728950e', []],
])('of %s: %s the secrets are %j', (name, value, secrets) => {
  expect(secretsOfHeaders([[name, value]])).toEqual(secrets);
});
