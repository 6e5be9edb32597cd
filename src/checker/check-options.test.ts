import { expect, test } from 'vitest';
import { type CheckOptions, readCheckOptions } from './check-options.ts';

const problemsOf = (change: Partial<CheckOptions>): string => {
  try {
    readCheckOptions({ url: 'https://host/v1', apiKey: 'key', ...change });
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['not an address', { url: 'host' }, '"host" is not an address; expected an http or https address'],
  ['another scheme', { url: 'ftp://host/v1' }, 'has the scheme ftp:'],
  ['a query', { url: 'http://host/v1?a=b' }, 'has a query or a fragment'],
  ['credentials', { url: 'http://me:secret@host/v1' }, 'contains a user name or a password'],
  ['an empty key', { apiKey: '' }, 'the API key is empty'],
  ['a key with a line end', { apiKey: 'key\n' }, 'contains a space, a line end'],
  ['a key with a space', { apiKey: 'my key' }, 'contains a space, a line end'],
  ['a key beyond ASCII', { apiKey: 'schlüssel' }, 'or a character outside ASCII'],
  ['a bad header name', { headers: [['X Y', 'z']] }, 'is not a valid header name'],
  [
    'a header value of two lines',
    { headers: [['X', 'a\r\nAuthorization: b']] },
    'not allowed in a header value',
  ],
  ['an Authorization of its own', { headers: [['authorization', 'Bearer x']] }, 'is set by the checker'],
  ['a Host of its own', { headers: [['Host', 'other']] }, 'is set by the checker'],
  ['a total time that no timer has', { totalTimeoutMs: 2 ** 31 }, 'expected at most 24 days'],
  ['no total time', { totalTimeoutMs: 0 }, '--total-timeout 0 is out of range'],
  ['an unknown rule to skip', { skip: ['r17'] }, '--skip there is no rule "r17"; did you mean "R17"?'],
  ['no certificate', { ca: 'nothing' }, 'contain no certificate'],
  [
    'a broken certificate',
    { ca: '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----' },
    'contain a certificate that cannot be read, number 1',
  ],
  ['a limit for bodies beyond a string', { maxBodyBytes: 2 ** 40 }, 'largest body is 1099511627776 bytes'],
] as const)('refuses %s', (_name, change, message) => {
  expect(problemsOf(change)).toContain(message);
});

test('reports all problems together, and no secret', () => {
  const message = problemsOf({ apiKey: 'my secret', headers: [['X', 'a secret\n']] });
  expect(message.split('\n')).toHaveLength(2);
  expect(message).not.toContain('secret');
});
