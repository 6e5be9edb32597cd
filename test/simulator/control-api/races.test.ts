import { expect, test } from 'vitest';
import type { OpenEnvironment } from '../../../src/client/index.ts';
import { controlToken } from '../../support/open-test-simulator.ts';
import { call, openControl } from './open-control.ts';

const scenario = { orders: [{ id: 1 }], handles: { pending: 1 } };
const cancel = async (environment: OpenEnvironment) =>
  (await call(environment, 'DELETE', '/store/orders/1')).status;

test('the second of two held cancels succeeds if it is released first', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({ scenario });
  await environment.gates.open({ id: 'race' });
  const first = cancel(environment);
  await environment.gates.wait('race', { waiting: 1 });
  const second = cancel(environment);
  const { waiting } = await environment.gates.wait('race', { waiting: 2 });
  const order = waiting.map(({ exchange }) => exchange).reverse();
  expect(await environment.gates.close('race', order)).toEqual(order);
  expect([await first, await second]).toEqual([409, 204]);
});

test('a request that does not wait cannot be released', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({ scenario });
  await environment.gates.open({ id: 'race' });
  await expect(environment.gates.release('race', 7)).rejects.toThrow(
    'exchange 7 does not wait at the hold "race"',
  );
  await expect(environment.gates.open({ id: 'race' })).rejects.toThrow('there is already a hold "race"');
});

test('the path /gates is an alias of /holds', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({ scenario });
  const url = `${opened.simulator.controlUrl}/environments/${environment.name}/gates`;
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body: '{"id": "old"}' })).status).toBe(201);
  expect(await environment.gates.list()).toMatchObject([{ id: 'old' }]);
  expect((await fetch(`${url}/old`, { method: 'DELETE', headers })).status).toBe(200);
});
