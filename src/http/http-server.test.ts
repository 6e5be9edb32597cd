import { expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';

test('a server has a limit for its connections and for each wait for its clients', () => {
  const { maxConnections, headersTimeout, requestTimeout, keepAliveTimeout } = createHttpServer(() => {});
  expect({ maxConnections, headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    maxConnections: 10_000,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  });
});
