import { expect, test } from 'vitest';
import { controlToken, openTestSimulator } from '../../../helpers/open-test-simulator.ts';
import { request } from '../../../helpers/raw-http.ts';
import { readEvents } from './event-reader.ts';
import { signIn } from './sign-in.ts';
import { watch } from './watch-events.ts';

const token = { Authorization: `Bearer ${controlToken}` };

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
