import { expect, test } from 'vitest';
import { placed } from '../../../helpers/an-environment.ts';
import { createHandClock, type HandClock } from '../../../helpers/hand-clock.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
  testKey,
} from '../../../helpers/open-test-simulator.ts';
import { request } from '../../../helpers/raw-http.ts';
import { validatorAt } from '../described-control.ts';
import { type EventReader, type ReadMessage, readEvents } from './event-reader.ts';
import { signIn } from './sign-in.ts';

const token = { Authorization: `Bearer ${controlToken}` };
const key = { Authorization: `Bearer ${testKey}` };

type Watched = AsyncDisposable & {
  readonly simulator: TestSimulator;
  readonly machine: HandClock;
  readonly events: EventReader;
  /** Lets the time pass until the next message. */
  flush(): void;
  /** Sends a request to the control API. */
  control(method: string, path: string, body?: object): Promise<Response>;
};

async function watch(options: TestSimulatorOptions = {}, query = ''): Promise<Watched> {
  const machine = createHandClock();
  const simulator = await openTestSimulator({ machine, orders: [placed(1n), placed(2n)], ...options });
  const events = await readEvents(simulator.controlUrl, token, query);
  await events.next();
  return {
    simulator,
    machine,
    events,
    flush: () => machine.advance(100),
    control: (method, path, body) =>
      fetch(simulator.controlUrl + path, {
        method,
        headers: { ...token, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: async () => {
      events[Symbol.dispose]();
      await simulator.stop(0);
    },
  };
}

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
  const { id, data } = await events.nextOf('exchanges');
  const valid = validatorAt('control#/components/schemas/ExchangeBatch');
  expect([valid(data), valid.errors]).toEqual([true, null]);
  const common = { begunAt: '2026-01-20T10:00:00Z', faults: [], held: false };
  const anyNumber = expect.any(Number);
  expect([id, data]).toEqual([
    1,
    {
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
          target: '/v1/store/orders/1?api_key=<redacted>',
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
        },
      ],
    },
  ]);
  expect(await events.nextOf('changed')).toMatchObject({
    id: 2,
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
  ['POST', '/gates', { id: 'race' }, ['holds']],
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
  expect(await events.next()).toMatchObject({ id: 1, event: 'exchanges' });
});

test('environments that are created, replaced and deleted are reported', async () => {
  await using watched = await watch();
  const { control, events, flush } = watched;
  await control('PUT', '/environments/mine', {});
  flush();
  expect(await events.next()).toEqual({ id: 1, event: 'environments', data: {} });
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
  await events.nextOf('changed');
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

test('a client that reconnects gets what it has missed', async () => {
  await using watched = await watch();
  const { simulator, events, flush } = watched;
  for (let count = 0; count < 3; count++) {
    await fetch(`${simulator.baseUrl}/store/orders`);
    flush();
    await events.next();
  }
  using again = await readEvents(simulator.controlUrl, { ...token, 'Last-Event-ID': '1' });
  const ids = [await again.next(), await again.next(), await again.next()].map((one) => one?.id);
  expect(ids).toEqual([undefined, 2, 3]);
});

test('a client of another simulator is told that messages are gone', async () => {
  await using watched = await watch();
  const { simulator, events, flush } = watched;
  await fetch(`${simulator.baseUrl}/store/orders`);
  flush();
  await events.next();
  using other = await readEvents(simulator.controlUrl, { ...token, 'Last-Event-ID': '99' });
  expect(await other.nextOf('dropped')).toMatchObject({ id: undefined, data: { count: 1 } });
  expect(await other.nextOf('exchanges')).toMatchObject({ id: 1 });
});

test('a comment is sent every 15 s', async () => {
  await using watched = await watch();
  const { events, machine } = watched;
  const beat = events.next();
  for (let interval = 0; interval < 150; interval++) {
    await machine.untilAsleep(1);
    machine.advance(100);
    await new Promise(setImmediate);
  }
  expect(await beat).toEqual({ id: undefined, event: undefined, data: undefined });
});

test('a stream ends with its session', async () => {
  await using simulator = await openTestSimulator();
  const { cookie, token: csrf } = await signIn(simulator.controlUrl);
  const raw = request(simulator.controlUrl, 'GET', '/events', [cookie]);
  await new Promise(setImmediate);
  expect((await request(simulator.controlUrl, 'DELETE', '/session', [cookie, csrf])).status).toBe(204);
  expect((await raw).status).toBe(200);
});

test('a stop ends every stream', async () => {
  await using watched = await watch();
  await watched.simulator.stop(0);
  expect(await watched.events.next()).toBeUndefined();
});

test('HEAD opens no stream, and an unknown environment or id is refused', async () => {
  await using simulator = await openTestSimulator();
  const send = async (method: string, path: string, ...headers: readonly string[]) =>
    (await request(simulator.controlUrl, method, path, [`Authorization: Bearer ${controlToken}`, ...headers]))
      .status;
  expect(await send('HEAD', '/events')).toBe(200);
  expect(await send('GET', '/events?environment=nowhere')).toBe(404);
  expect(await send('GET', '/events', 'Last-Event-ID: x')).toBe(400);
});

test('the hundred-and-first stream is refused', async () => {
  await using simulator = await openTestSimulator();
  const readers = await Promise.all(
    Array.from({ length: 100 }, () => readEvents(simulator.controlUrl, token)),
  );
  for (const reader of readers) await reader.next();
  const last = await fetch(`${simulator.controlUrl}/events`, { headers: token });
  expect(last.status).toBe(409);
  for (const reader of readers) reader[Symbol.dispose]();
});
