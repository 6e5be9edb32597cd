import { expect, test } from 'vitest';
import { createHandClock } from '../../support/hand-clock.ts';
import { call, openControl } from './open-control.ts';

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
