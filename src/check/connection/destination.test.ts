import { expect, test } from 'vitest';
import { readDestination } from './destination.ts';

const options = {
  target: { baseUrl: 'https://host/v1' },
  apiKey: 'key',
  timeoutMs: 1,
  maxBodyBytes: 1,
  now: () => 0,
};
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
