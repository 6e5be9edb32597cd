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
  const scenario = { generate: [{ count: 20n, firstId: 100n }] };
  const gaps = { 'conflict-body': 'error' };
  const apiKeys = ['key-a', 'key-b'];
  const create = (seed: number) =>
    opened.control.createEnvironment({ scenario, seed, profile: 'vary', gaps, apiKeys });
  const [environment, same, another] = [await create(7), await create(7), await create(8)];
  expect(await environment.show()).toMatchObject({ seed: 7, profile: 'vary' });
  expect((await environment.profile()).answers['conflict-body']).toBe('error');
  for (const apiKey of apiKeys)
    expect((await call({ baseUrl: environment.baseUrl, apiKey }, 'GET', '/store/orders')).status).toBe(200);
  const orders = await environment.orders.list();
  expect(await same.orders.list()).toEqual(orders);
  expect(await another.orders.list()).not.toEqual(orders);
});

test('the end of a simulator and of an environment end every wait', async () => {
  const machine = createHandClock();
  const { control, simulator } = await openControl({
    ofOneProcess: 'the test counts the timers of a process',
    machine,
  });
  const environment = await control.createEnvironment({ ttlSeconds: 60 });
  expect(machine.sleepers).toBe(1);
  await environment.delete();
  expect(machine.sleepers).toBe(0);
  const last = (await control.createEnvironment({ ttlSeconds: 60 })).journal.wait({});
  await machine.untilAsleep(2);
  await Promise.all([simulator.stop(1_000), last.then(({ reached }) => expect(reached).toBe(false))]);
  expect(machine.sleepers).toBe(0);
});
