import { expect, test } from 'vitest';
import { controlToken, openTestSimulator } from '../../../support/open-test-simulator.ts';
import { request } from '../../../support/raw-http.ts';
import { readEvents } from './event-reader.ts';
import { signIn } from './sign-in.ts';
import { watch } from './watch-events.ts';

const token = { Authorization: `Bearer ${controlToken}` };

test('a comment is sent every 15 s', async () => {
  await using watched = await watch();
  const { events, machine } = watched;
  const beat = events.next();
  for (let interval = 0; interval < 150; interval++) {
    await machine.untilAsleep(1);
    machine.advance(100);
    await new Promise(setImmediate);
  }
  expect(await beat).toEqual({ event: undefined, data: undefined });
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

test('HEAD opens no stream, and an unknown environment is refused', async () => {
  await using simulator = await openTestSimulator();
  const send = async (method: string, path: string) =>
    (await request(simulator.controlUrl, method, path, [`Authorization: Bearer ${controlToken}`])).status;
  expect(await send('HEAD', '/events')).toBe(200);
  expect(await send('GET', '/events?environment=nowhere')).toBe(404);
});

test('the hundred-and-first stream is refused', async () => {
  await using simulator = await openTestSimulator({ ofOneProcess: 'the limit is that of a process' });
  const readers = await Promise.all(
    Array.from({ length: 100 }, () => readEvents(simulator.controlUrl, token)),
  );
  for (const reader of readers) await reader.next();
  const last = await fetch(`${simulator.controlUrl}/events`, { headers: token });
  expect(last.status).toBe(409);
  for (const reader of readers) reader[Symbol.dispose]();
});
