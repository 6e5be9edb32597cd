import { expect, test } from 'vitest';
import { readUpstream } from '../../../src/traffic/proxy/upstream.ts';
import { parseResponse, sendRaw } from '../../support/raw-http.ts';
import { responding, startProxy } from './start-proxy.ts';

const get = (...lines: readonly string[]): string =>
  ['GET /v1/store/orders HTTP/1.1', ...lines, '', ''].join('\r\n');

test.each([
  ['a bare line feed', 'GET /v1 HTTP/1.1\nHost: x\r\n\r\n', 400],
  ['Content-Length and Transfer-Encoding', get('Content-Length: 3', 'Transfer-Encoding: chunked'), 400],
  ['an unknown transfer coding', get('Transfer-Encoding: gzip, chunked'), 400],
  ['a repeated transfer coding', get('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'), 400],
  ['a transfer coding in HTTP/1.0', 'POST /v1 HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['the target of a forward proxy', 'GET http://other.example/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['CONNECT', 'CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a head that is too long', get(`X-A: ${'a'.repeat(66_000)}`), 431],
])('refuses %s, and says that it was the proxy', async (_, bytes, status) => {
  await using both = await startProxy(responding());
  const response = parseResponse(await sendRaw(both.proxy.origin, bytes));
  expect(response.status).toBe(status);
  expect(response.head).toMatch(/^X-Store-Orders-Proxy: refused$/m);
  expect(JSON.parse(response.body)).toMatchObject({
    status,
    message: expect.any(String),
    code: expect.any(String),
  });
});

test('refuses an address that is not the base address of a service', () => {
  for (const text of [
    'staging.example',
    'ftp://a.example',
    'http://u:p@a.example',
    'http://a.example/?x',
    '/v1',
  ])
    expect(() => readUpstream(text)).toThrow(/^UPSTREAM /);
  expect(readUpstream('https://[::1]:8443/v1/')).toMatchObject({
    host: '::1',
    port: 8443,
    basePath: '/v1',
    authority: '[::1]:8443',
  });
});
