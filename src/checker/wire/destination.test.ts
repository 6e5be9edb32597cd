import { expect, test } from 'vitest';
import { readDestination } from './destination.ts';
import type { SenderSettings } from './sender-settings.ts';

const settings = { baseUrl: 'https://host/v1', apiKey: 'key', timeoutMs: 1, maxBodyBytes: 1, now: () => 0 };
const problemsOf = (change: Partial<SenderSettings>): string => {
  try {
    readDestination({ ...settings, ...change });
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  [
    'not an address',
    { baseUrl: 'host' },
    'base address "host" is not an address; expected an address like https://host/v1',
  ],
  ['another scheme', { baseUrl: 'ftp://host/v1' }, 'base address begins with "ftp:"; expected http or https'],
  ['a query', { baseUrl: 'http://host/v1?a=b' }, 'has a query or a fragment'],
  ['credentials', { baseUrl: 'http://me:secret@host/v1' }, 'has credentials in it'],
  ['an empty key', { apiKey: '' }, 'API key is empty'],
  ['a key with a line end', { apiKey: 'key\n' }, 'is there a line end after it?'],
  ['a key with a space', { apiKey: 'my key' }, 'has a character that no bearer token can have'],
  ['a key beyond ASCII', { apiKey: 'schlüssel' }, 'has a character that no bearer token can have'],
  ['a bad header name', { headers: [['X Y', 'z']] }, 'has a name that no header can have'],
  ['a header value of two lines', { headers: [['X', 'a\r\nAuthorization: b']] }, 'no header value can have'],
  [
    'an Authorization of its own',
    { headers: [['authorization', 'Bearer x']] },
    'is set by the checker itself',
  ],
  ['a Host of its own', { headers: [['Host', 'other']] }, 'is set by the checker itself'],
  ['no certificate', { ca: 'nothing' }, 'hold no certificate'],
  [
    'a broken certificate',
    { ca: '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----' },
    'hold one that cannot be read, number 1',
  ],
] as const)('refuses %s', (_name, change, message) => {
  expect(problemsOf(change)).toContain(message);
});

test('tells every problem at once, and none of them with a secret', () => {
  const told = problemsOf({ baseUrl: 'http://me:secret@host/v1', apiKey: 'my secret' });
  expect(told.split('\n')).toHaveLength(2);
  expect(told).not.toContain('secret');
});

test.each([
  ['https://host/v1', { secure: true, host: 'host', port: 443, basePath: '/v1', where: 'host:443' }],
  [
    'http://host:8080/a/v1/',
    { secure: false, host: 'host', port: 8080, basePath: '/a/v1', where: 'host:8080' },
  ],
  ['http://[::1]:4010', { host: '::1', port: 4010, basePath: '', where: '[::1]:4010' }],
])('reads %s', (baseUrl, target) => {
  expect(readDestination({ ...settings, baseUrl })).toMatchObject(target);
});

test('lets given headers take the place of its own', () => {
  const { headers } = readDestination({
    ...settings,
    headers: [
      ['accept-encoding', 'gzip'],
      ['X-A', '1'],
      ['X-A', '2'],
    ],
  });
  expect(headers.map((header) => header.join(': ')).filter((line) => !line.startsWith('User-Agent'))).toEqual(
    [
      'Host: host',
      'Accept: application/json',
      'accept-encoding: gzip',
      'X-A: 1',
      'X-A: 2',
      'Connection: close',
    ],
  );
});
