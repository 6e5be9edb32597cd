import { expect, test } from 'vitest';
import { readDestination } from './destination.ts';

const options = {
  target: { baseUrl: 'https://host/v1' },
  apiKey: 'key',
  timeoutMs: 1,
  maxBodyBytes: 1,
  now: () => 0,
};
test.each([
  ['https://host/v1', { secure: true, host: 'host', port: 443, basePath: '/v1', where: 'host:443' }],
  [
    'http://host:8080/a/v1/',
    { secure: false, host: 'host', port: 8080, basePath: '/a/v1', where: 'host:8080' },
  ],
  ['http://[::1]:4010', { host: '::1', port: 4010, basePath: '', where: '[::1]:4010' }],
])('reads %s', (baseUrl, target) => {
  expect(readDestination({ ...options, target: { baseUrl } })).toMatchObject(target);
});

test('replaces its own headers with the given ones', () => {
  const { headers } = readDestination({
    ...options,
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
