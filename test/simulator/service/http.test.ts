import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { ask, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { header, parseResponse, request, sendRaw } from '../../support/raw-http.ts';

const key = `Authorization: Bearer ${testKey}`;
const get = `GET /v1/store/orders HTTP/1.1\r\nHost: localhost\r\n${key}\r\nConnection: close\r\n`;

test('sends no header that Express or Node would add by themselves', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n)] });
  const response = await ask(simulator, 'GET /v1/store/orders');
  const names = response.head
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(':')));
  expect(names).toEqual(['Content-Type', 'Content-Length', 'Date', 'Connection']);
});

test.each([
  ['a TLS handshake', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5]), 400],
  [
    'Content-Length and Transfer-Encoding',
    'DELETE /v1/store/orders/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['two Host headers', 'GET /v1/store/orders HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n', 400],
  [
    'two Host headers and a body that never arrives',
    'DELETE /v1/store/orders/1 HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n',
    400,
  ],
  ['no Host header', 'GET /v1/store/orders HTTP/1.1\r\n\r\n', 400],
  ['an asterisk', 'GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
  ['a target without a path', 'GET file://?a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
  ['TRACE', 'TRACE /v1/store/orders HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
])('responds to %s with an Error body, closes the connection and keeps running', async (_, bytes, status) => {
  await using simulator = await openTestSimulator({ orders: [placed(1n)] });
  const response = parseResponse(await sendRaw(simulator.serviceOrigin, bytes));
  expect(response.status).toBe(status);
  expect(header(response, 'Connection')).toBe('close');
  expect(header(response, 'Content-Type')).toBe('application/json');
  expect(Object.keys(JSON.parse(response.body))).toEqual(['code', 'message', 'status']);
  expect(JSON.parse(response.body).status).toBe(status);
  expect((await ask(simulator, 'DELETE /v1/store/orders/1')).status).toBe(204);
});

test.each([
  [
    'an absolute target',
    `GET http://any.host/v1/store/orders HTTP/1.1\r\nHost: localhost\r\n${key}\r\nConnection: close\r\n\r\n`,
  ],
  ['HTTP/1.0 without Host', `GET /v1/store/orders HTTP/1.0\r\n${key}\r\n\r\n`],
  ['an offer to upgrade', `${get}Upgrade: websocket\r\n\r\n`],
  ['100-continue', `${get}Expect: 100-continue\r\n\r\n`],
  ['2,000 headers more than usual', `${get}${'a: b\r\n'.repeat(2000)}\r\n`],
  ['a body on GET', `${get}Content-Length: 4\r\n\r\nbody`],
])('responds to %s like to any other request', async (_, bytes) => {
  await using simulator = await openTestSimulator({ orders: [placed(1n)] });
  expect(await sendRaw(simulator.serviceOrigin, bytes)).toMatch(/200 OK\r\n[\s\S]*\[\{"id":1\}\]$/);
});

test.each([
  ['/', true],
  ['/nowhere/v1/store/orders', true],
  ['/v1/pets', false],
])('the message of the 404 at %s names the paths of the orders: %s', async (target, named) => {
  await using simulator = await openTestSimulator();
  const { body } = await request(simulator.serviceOrigin, 'GET', target);
  const { code, message, status } = JSON.parse(body);
  expect([code, status]).toEqual(['not_found', 404]);
  const paths = message.match(/\/\S+/g) ?? [];
  expect(paths).toEqual(named ? ['/v1/store/orders', '/staging/v1/store/orders'] : []);
  for (const path of paths) expect((await request(simulator.serviceOrigin, 'GET', path)).status).toBe(401);
});

test('ignores the body, the conditions and the method overrides of a cancel', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n), placed(2n)] });
  const headers = [
    'If-Match: "x"',
    'Idempotency-Key: 1',
    'X-HTTP-Method-Override: GET',
    'Content-Type: application/json',
  ];
  const { status } = await ask(simulator, 'DELETE /v1/store/orders/1', headers, 'x'.repeat(1_000_000));
  expect(status).toBe(204);
});

test('responds to a cancel with an oversized body, then closes the connection', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n)] });
  const head = `DELETE /v1/store/orders/1 HTTP/1.1\r\nHost: localhost\r\n${key}\r\nContent-Length: 100000000\r\n\r\n`;
  const response = parseResponse(await sendRaw(simulator.serviceOrigin, head + 'x'.repeat(1024 * 1024 + 1)));
  expect(response.status).toBe(204);
  expect(header(response, 'Connection')).toBe('close');
});
