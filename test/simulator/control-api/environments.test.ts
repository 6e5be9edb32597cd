import { expect, test } from 'vitest';
import { createHandClock } from '../../support/hand-clock.ts';
import { stagingKey, testKey } from '../../support/open-test-simulator.ts';
import { call, list, openControl } from './open-control.ts';

test('a new environment has its own base address, API key and orders', async () => {
  await using opened = await openControl();
  const { control, simulator } = opened;
  const one = await control.createEnvironment({ name: 'one', scenario: 'pending' });
  const other = await control.createEnvironment({ name: 'other', scenario: 'pending' });
  expect(one.baseUrl).toBe(`${simulator.serviceOrigin}/one/v1`);
  expect(one.apiKey).toMatch(/^[0-9a-f]{32}$/);
  expect(await call(one, 'DELETE', `/store/orders/${one.handle('pending')}`)).toMatchObject({ status: 204 });
  expect((await one.show()).orders).toEqual({ pending: 0, shipped: 0, cancelled: 1 });
  expect((await other.show()).orders).toEqual({ pending: 1, shipped: 0, cancelled: 0 });
  for (const apiKey of [other.apiKey, testKey, stagingKey])
    expect((await call({ baseUrl: one.baseUrl, apiKey }, 'GET', '/store/orders')).status).toBe(401);
});

test('omitted fields default to the settings of the simulator', async () => {
  await using opened = await openControl({ seed: '42', profile: 'typical', gaps: { etag: 'on' } });
  const environment = await opened.control.createEnvironment();
  expect(await environment.show()).toMatchObject({ scenario: 'mixed', seed: 42, profile: 'typical' });
  expect((await environment.profile()).gaps).toEqual({ etag: 'on' });
});

test('a new environment has the given seed, profile, gap choices and API keys', async () => {
  await using opened = await openControl();
  const given = {
    seed: 7,
    profile: 'vary',
    gaps: { 'conflict-body': 'error' },
    apiKeys: ['key-a', 'key-b'],
  } as const;
  const scenario = { generate: [{ count: 20n, firstId: 100n }] };
  const environment = await opened.control.createEnvironment({ scenario, ...given });
  const same = await opened.control.createEnvironment({ scenario, seed: 7, profile: 'vary' });
  const another = await opened.control.createEnvironment({ scenario, seed: 8, profile: 'vary' });
  expect(await environment.show()).toMatchObject({ seed: 7, profile: 'vary' });
  expect((await environment.profile()).answers['conflict-body']).toBe('error');
  expect(environment.apiKeys).toEqual(['key-a', 'key-b']);
  for (const apiKey of environment.apiKeys)
    expect((await call({ baseUrl: environment.baseUrl, apiKey }, 'GET', '/store/orders')).status).toBe(200);
  const orders = await environment.orders.list();
  expect(await same.orders.list()).toEqual(orders);
  expect(await another.orders.list()).not.toEqual(orders);
});

test('a replaced environment has a new key, new orders and an empty journal', async () => {
  await using opened = await openControl();
  const before = await opened.control.createEnvironment({ name: 'one', scenario: 'pending' });
  await list(before);
  const after = await opened.control.createEnvironment({ name: 'one', scenario: 'shipped' });
  expect(after.apiKey).not.toBe(before.apiKey);
  expect((await call(before, 'GET', '/store/orders')).status).toBe(401);
  expect((await after.orders.list()).map(({ status }) => status)).toContain('shipped');
  expect((await opened.control.environments()).map(({ name }) => name)).toEqual([
    'production',
    'staging',
    'one',
  ]);
});

test('replacing production and staging keeps their keys and ignores a time to live', async () => {
  const machine = createHandClock();
  await using opened = await openControl({ machine });
  const { control, simulator } = opened;
  for (const [name, apiKey, baseUrl] of [
    ['production', testKey, simulator.baseUrl],
    ['staging', stagingKey, simulator.stagingBaseUrl],
  ] as const) {
    const replaced = await control.createEnvironment({ name, scenario: 'empty', ttlSeconds: 1 });
    expect(replaced).toMatchObject({ apiKey, baseUrl });
    machine.advance(5_000);
    expect(await list(replaced)).toBe('[]');
  }
});

test.each([
  [{ ttl: '90s' }, '2026-01-20T10:01:30Z'],
  [{ ttlSeconds: 90 }, '2026-01-20T10:01:30Z'],
  [{}, '2026-01-20T11:00:00Z'],
])('an environment created with %j expires at %s', async (request, expiresAt) => {
  await using opened = await openControl({ machine: createHandClock() });
  const environment = await opened.control.createEnvironment(request);
  expect((await environment.show()).expiresAt).toBe(expiresAt);
});

test.each([
  [{ timeout: '5s' }, 5_000],
  [{ timeoutMs: 5_000 }, 5_000],
  [{}, 10_000],
])('a hold opened with %j closes by itself after %i ms', async (request, timeoutMs) => {
  const machine = createHandClock();
  await using opened = await openControl({ machine });
  const { gates } = await opened.control.createEnvironment();
  expect(await gates.open(request)).toMatchObject({ timeoutMs, remainingMs: timeoutMs });
  machine.advance(2_000);
  expect(await gates.list()).toMatchObject([{ timeoutMs, remainingMs: timeoutMs - 2_000 }]);
  machine.advance(timeoutMs - 2_000);
  expect(await gates.list()).toEqual([]);
});

test('an environment is deleted after its time to live, counted from its last creation', async () => {
  const machine = createHandClock();
  await using opened = await openControl({ machine });
  const { control } = opened;
  const open = () => control.createEnvironment({ name: 'brief', ttlSeconds: 60 });
  const first = await open();
  expect((await first.show()).expiresAt).toBe('2026-01-20T10:01:00Z');
  machine.advance(59_000);
  const second = await open();
  machine.advance(59_000);
  expect((await call(second, 'GET', '/store/orders')).status).toBe(200);
  machine.advance(1_000);
  expect((await call(second, 'GET', '/store/orders')).status).toBe(404);
  await expect(second.show()).rejects.toMatchObject({ code: 'environment_not_found' });
  expect(machine.sleepers).toBe(0);
});

test('deleting an environment and stopping the simulator end the wait for the time to live', async () => {
  const machine = createHandClock();
  const { control, simulator } = await openControl({
    ofOneProcess: 'the test counts the timers of a process',
    machine,
  });
  const environment = await control.createEnvironment({ ttlSeconds: 60 });
  expect(machine.sleepers).toBe(1);
  await environment.delete();
  expect(machine.sleepers).toBe(0);
  await control.createEnvironment({ ttlSeconds: 60 });
  await simulator.stop(1_000);
  expect(machine.sleepers).toBe(0);
});
