import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { certificateFor } from '../../test/support/certificate-for.ts';
import type { CheckOptions } from './check-options.ts';
import { readCheckOptions } from './check-settings.ts';

const problemsOf = (change: Partial<CheckOptions>): string => {
  try {
    readCheckOptions({ url: 'https://host/v1', apiKey: 'key', ...change });
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
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
  [
    'a total time that no timer has',
    { totalTimeoutMs: 2 ** 31 },
    '2147483.648 s is out of range; expected more than 0 and at most 24 days',
  ],
  ['no total time', { totalTimeoutMs: 0 }, '--total-timeout 0 s is out of range'],
  ['an unknown rule to skip', { skip: ['r17'] }, '--skip there is no rule "r17"; did you mean "R17"?'],
  ['no certificate', { ca: 'nothing' }, '--ca cannot be used: '],
  ['a limit for bodies beyond a string', { maxBodyBytes: 2 ** 40 }, '--max-body 1099511627776'],
] as const)('refuses %s', (_name, change, message) => {
  expect(problemsOf(change)).toContain(message);
});

const pemsOf = async (name: string) => {
  const { key, cert } = await certificateFor(name);
  return { clientCert: cert, clientKey: key };
};
const [mine, other] = [await pemsOf('mine'), await pemsOf('other')];
const encryptedWith = (passphrase: string, type: 'sec1' | 'pkcs8') =>
  createPrivateKey(mine.clientKey)
    .export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString();

test.each([
  ['without its key', { clientCert: mine.clientCert }, '--cert, --key belong together'],
  ['with another key', { ...mine, clientKey: other.clientKey }, 'cannot be used: '],
  ['that is no certificate', { ...mine, clientCert: 'x' }, 'cannot be used: '],
] as const)('refuses a client certificate %s', (_name, change, message) => {
  expect(problemsOf(change)).toContain(message);
});

test('accepts a client certificate with its key, and refuses an encrypted key with the words of OpenSSL', () => {
  expect(problemsOf(mine)).toBe('none');
  expect(problemsOf({ ...mine, clientKey: encryptedWith('x', 'pkcs8') })).toMatch(
    /--cert, --key cannot be used: /,
  );
});

test('refuses a proxy that is none, without its password', () => {
  const message = problemsOf({ proxy: 'socks5://me:secret@proxy:1080' });
  expect(message).toContain('the proxy has the scheme socks5:; expected the address of an HTTP proxy');
  expect(message).not.toContain('secret');
});

test('reports all problems together, and no secret', () => {
  const message = problemsOf({ apiKey: 'my secret', headers: [['X', 'a secret\n']] });
  expect(message.split('\n')).toHaveLength(2);
  expect(message).not.toContain('secret');
});
