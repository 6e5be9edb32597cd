import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { ask, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { sendRaw } from '../../support/raw-http.ts';

test('refuses to cancel a shipped order, repeatedly, and keeps it', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n, 'shipped')] });
  for (let times = 0; times < 3; times++) {
    expect(await ask(simulator, 'DELETE /v1/store/orders/1')).toMatchObject({ status: 409, body: '' });
  }
  expect((await ask(simulator, 'GET /v1/store/orders')).body).toBe('[{"id":1}]');
});

test('orders that are due ship before a cancel and before a list', async () => {
  await using simulator = await openTestSimulator({
    orders: [placed(1n), placed(2n), placed(3n)],
    ships: [
      { kind: 'at', orderId: 1n, at: 1_000 },
      { kind: 'at', orderId: 2n, at: 1_001 },
      { kind: 'after-lists', orderId: 3n, lists: 1 },
    ],
    clock: { at: 1_000, frozen: true },
  });
  const cancel = async (id: number) => (await ask(simulator, `DELETE /v1/store/orders/${id}`)).status;
  expect([await cancel(1), await cancel(2)]).toEqual([409, 204]);
  const { store } = simulator.environments.production.state;
  await ask(simulator, 'GET /v1/store/orders');
  expect(store.get(3n)?.status).toBe('pending');
  await ask(simulator, 'GET /v1/store/orders');
  expect(store.get(3n)?.status).toBe('shipped');
});

test('a list that is pipelined behind a cancel still shows the order for as long as the list lags', async () => {
  const gaps = { 'cancelled-in-list': 'remove', 'list-lag': 'after-1-reads' } as const;
  await using simulator = await openTestSimulator({ orders: [placed(1n)], gaps });
  const head = (line: string, connection: string) =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nAuthorization: Bearer ${testKey}\r\n\r\n`;
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
