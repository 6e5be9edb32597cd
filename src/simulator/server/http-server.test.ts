import { expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';

test('a server has a limit for each wait for its clients', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = createHttpServer(() => {});
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  });
});
