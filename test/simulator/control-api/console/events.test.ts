import { expect, test } from 'vitest';
import { testKey } from '../../../support/open-test-simulator.ts';
import { validatorAt } from '../described-control.ts';
import type { ReadMessage } from './event-reader.ts';
import { watch } from './watch-events.ts';

const key = { Authorization: `Bearer ${testKey}` };

test('a stream begins at once, and nothing may keep it', async () => {
  await using watched = await watch();
  const { statusCode, headers } = watched.events.response;
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/event-stream',
    'no-store',
  ]);
});

test('exchanges are sent together after 100 ms, as the document describes them', async () => {
  await using watched = await watch();
  const { simulator, events, flush } = watched;
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  await fetch(`${simulator.baseUrl}/store/orders`, { headers: { ...key, traceparent: trace } });
  await fetch(`${simulator.baseUrl}/store/orders/1?api_key=${testKey}`, { method: 'DELETE', headers: key });
  await fetch(`${simulator.baseUrl}/store/orders/2`, { method: 'DELETE' });
  flush();
  const { data } = await events.nextOf('exchanges');
  const valid = validatorAt('control#/components/schemas/ExchangeBatch');
  expect([valid(data), valid.errors]).toEqual([true, null]);
  const common = { begunAt: '2026-01-20T10:00:00Z', faults: [], held: false };
  const anyNumber = expect.any(Number);
  expect(data).toEqual({
    environment: 'production',
    dropped: 0,
    exchanges: [
      {
        ...common,
        number: 1,
        method: 'GET',
        target: '/v1/store/orders',
        operation: 'listOrders',
        orderId: null,
        status: 200,
        durationMs: anyNumber,
        key: 'key-1',
        gaps: anyNumber,
        traceparent: trace,
      },
      {
        ...common,
        number: 2,
        method: 'DELETE',
        target: '/v1/store/orders/1?api_key=[redacted]',
        operation: 'cancelOrder',
        orderId: '1',
        status: 204,
        durationMs: anyNumber,
        key: 'key-1',
        gaps: anyNumber,
      },
      {
        ...common,
        number: 3,
        method: 'DELETE',
        target: '/v1/store/orders/2',
        operation: 'cancelOrder',
        orderId: '2',
        status: 401,
        durationMs: anyNumber,
        key: null,
        gaps: anyNumber,
        refused: 'the request carries no valid key of production',
      },
    ],
  });
  expect(await events.nextOf('changed')).toMatchObject({
    data: { environment: 'production', parts: ['orders'] },
  });
});

test('of more than 200 exchanges the newest 200 are sent, and the others are counted', async () => {
  await using watched = await watch();
  const { simulator, events, flush } = watched;
  for (let batch = 0; batch < 10; batch++)
    await Promise.all(
      Array.from({ length: 21 }, () => fetch(`${simulator.baseUrl}/store/orders`).then((one) => one.text())),
    );
  flush();
  const { data } = (await events.nextOf('exchanges')) as {
    data: { exchanges: { number: number }[]; dropped: number };
  };
  expect(data.dropped).toBe(10);
  expect(data.exchanges.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, at) => at + 11));
});

const parts = (message: ReadMessage) => (message.data as { parts: readonly string[] }).parts;
const all = ['orders', 'gaps', 'faults', 'holds', 'keys', 'clock', 'scenario', 'journal'];

test.each([
  ['PUT', '/orders/3', {}, ['orders']],
  ['POST', '/orders/1/ship', {}, ['orders']],
  ['DELETE', '/orders/1', undefined, ['orders']],
  ['PUT', '/profile', { profile: 'typical' }, ['gaps']],
  ['POST', '/faults', { kind: 'reset' }, ['faults']],
  ['PATCH', '/clock', { advance: '1s' }, ['clock', 'orders', 'keys', 'faults']],
  ['POST', '/keys', {}, ['keys']],
  ['DELETE', '/journal', undefined, ['journal']],
  ['POST', '/reset', {}, all],
  ['PUT', '/scenario', { scenario: 'shipped' }, all],
])('%s …%s is reported as a change', async (method, path, body, changed) => {
  await using watched = await watch();
  const response = await watched.control(method, `/environments/production${path}`, body);
  expect(response.status).toBeLessThan(300);
  watched.flush();
  expect(parts(await watched.events.nextOf('changed'))).toEqual(changed);
});

test('a refused change and a verification are not reported', async () => {
  await using watched = await watch();
  const { control, events, flush, simulator } = watched;
  await control('DELETE', '/environments/production/orders/77');
  await control('POST', '/environments/production/journal/verify', { checks: [{ check: 'no-notes' }] });
  flush();
  await fetch(`${simulator.baseUrl}/store/orders`);
  flush();
  expect(await events.next()).toMatchObject({ event: 'exchanges' });
});

test('environments that are created, replaced and deleted are reported', async () => {
  await using watched = await watch();
  const { control, events, flush } = watched;
  await control('PUT', '/environments/mine', {});
  flush();
  expect(await events.next()).toEqual({ event: 'environments', data: {} });
  await control('PUT', '/environments/mine', {});
  flush();
  expect(parts(await events.nextOf('changed'))).toEqual(all);
  await control('DELETE', '/environments/mine');
  flush();
  expect(await events.next()).toMatchObject({ event: 'environments' });
});

test('a request that begins to wait at a hold is reported before it ends', async () => {
  await using watched = await watch();
  const { control, events, flush, simulator } = watched;
  await control('POST', '/environments/production/gates', { id: 'race' });
  flush();
  expect(parts(await events.nextOf('changed'))).toEqual(['holds']);
  const held = fetch(`${simulator.baseUrl}/store/orders/1`, { method: 'DELETE', headers: key });
  await control('GET', '/environments/production/gates/race?waiting=1');
  flush();
  expect(parts(await events.nextOf('changed'))).toEqual(['holds']);
  await control('DELETE', '/environments/production/gates/race');
  await held;
  flush();
  const { data } = (await events.nextOf('exchanges')) as { data: { exchanges: { held: boolean }[] } };
  expect(data.exchanges.map((one) => one.held)).toEqual([true]);
});

test('a stream of one environment leaves out the others', async () => {
  await using watched = await watch({}, '?environment=staging');
  const { simulator, events, flush } = watched;
  await fetch(`${simulator.baseUrl}/store/orders`);
  await fetch(`${simulator.stagingBaseUrl}/store/orders`);
  flush();
  expect((await events.next())?.data).toMatchObject({ environment: 'staging' });
});
