import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { ask, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { dial, header, parseResponse, request, sendRaw } from '../../support/raw-http.ts';
import { rawCases, whole } from './raw-cases.ts';

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

const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

test.each(rawCases)(
  'responds to %s as expected, changes nothing else, and keeps running',
  async (_, bytes, expected) => {
    const faults: unknown[] = [];
    const orders = [placed(1n), placed(2n)];
    await using simulator = await openTestSimulator({ orders, onError: (fault) => faults.push(fault) });
    const text = await sendRaw(simulator.serviceOrigin, Buffer.from(bytes, 'latin1'));
    expect(statusesOf(text)).toEqual(expected);
    const last = parseResponse(text.slice(text.lastIndexOf('HTTP/1.1 ')));
    if (last.status >= 400) {
      expect(header(last, 'Connection')).toBe('close');
      expect(header(last, 'Content-Type')).toBe('application/json');
      expect(Object.keys(JSON.parse(last.body))).toEqual(['code', 'message', 'status']);
      expect(JSON.parse(last.body).status).toBe(last.status);
    }
    expect((await ask(simulator, 'DELETE /v1/store/orders/2')).status).toBe(204);
    expect(faults).toEqual([]);
  },
);

test('waits for the rest of a request that arrives byte by byte', async () => {
  await using simulator = await openTestSimulator();
  const { socket, closed } = dial(simulator.serviceOrigin, '');
  socket.setNoDelay();
  for (const byte of whole) {
    socket.write(byte);
    await nextTurn();
  }
  expect(statusesOf((await closed).text)).toEqual([200]);
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
