import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, stagingKey, testKey } from '../../support/open-test-simulator.ts';
import { header, request, sendRaw } from '../../support/raw-http.ts';

const key = `Authorization: Bearer ${testKey}`;

test('cancels a pending order with a 204 that has neither body nor content headers', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n)] });
  const response = await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', [key]);
  expect(response).toMatchObject({ status: 204, body: '' });
  expect(response.head).not.toMatch(/content-|transfer-encoding/i);
});

test('refuses to cancel a shipped order, repeatedly, and keeps it', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n, 'shipped')] });
  for (let times = 0; times < 3; times++) {
    expect(await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', [key])).toMatchObject({
      status: 409,
      body: '',
    });
  }
  expect((await request(simulator.serviceOrigin, 'GET', '/v1/store/orders', [key])).body).toBe('[{"id":1}]');
});

test('responds with 404 and an Error body for an order that does not exist', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n)] });
  const response = await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/2', [key]);
  expect(response.status).toBe(404);
  expect(JSON.parse(response.body)).toEqual({
    code: 'order_not_found',
    message: 'The requested order could not be found.',
    status: 404,
  });
  expect(header(response, 'Content-Type')).toBe('application/json');
});

test('keeps the orders of the two environments apart', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n)], stagingOrders: [placed(1n)] });
  const staging = `Authorization: Bearer ${stagingKey}`;
  expect(
    await request(simulator.serviceOrigin, 'DELETE', '/staging/v1/store/orders/1', [staging]),
  ).toMatchObject({ status: 204 });
  expect(await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', [key])).toMatchObject({
    status: 204,
  });
});

test('refuses to cancel an order whose time to ship has come, even if nobody has listed it', async () => {
  await using simulator = await openTestSimulator({
    orders: [placed(1n), placed(2n)],
    ships: [
      { kind: 'at', orderId: 1n, at: 1_000 },
      { kind: 'at', orderId: 2n, at: 1_001 },
    ],
    clock: { at: 1_000, frozen: true },
  });
  const cancel = (id: number) => request(simulator.serviceOrigin, 'DELETE', `/v1/store/orders/${id}`, [key]);
  expect([(await cancel(1)).status, (await cancel(2)).status]).toEqual([409, 204]);
});

test('a list that is pipelined behind a cancel still shows the order for as long as the list lags', async () => {
  const gaps = { 'cancelled-in-list': 'remove', 'list-lag': 'after-1-reads' } as const;
  await using simulator = await openTestSimulator({ orders: [placed(1n)], gaps });
  const head = (line: string, connection: string) =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n${key}\r\n\r\n`;
  const sent =
    head('DELETE /v1/store/orders/1', 'keep-alive') +
    head('GET /v1/store/orders', 'keep-alive') +
    head('GET /v1/store/orders', 'close');
  const received = await sendRaw(simulator.serviceOrigin, sent);
  expect(received.match(/HTTP\/1\.1 \d{3}|\[.*?\]/g)).toEqual([
    'HTTP/1.1 204',
    'HTTP/1.1 200',
    '[{"id":1}]',
    'HTTP/1.1 200',
    '[]',
  ]);
});
