import { expect, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { startSimulator } from '../../../src/index.ts';
import { mapPort } from '../../support/map-port.ts';
import { controlToken } from '../../support/open-test-simulator.ts';
import { call, openControl } from './open-control.ts';

test('with a mapped port, responses have a path and a hint but no address of another simulator', async () => {
  await using opened = await openControl({ ofOneProcess: 'the test looks at the port of a process' });
  await using mapped = await mapPort(opened.simulator.controlUrl);
  const control = new ControlClient({ url: mapped.origin, token: controlToken });
  const environment = await control.createEnvironment({ name: 'one' });
  const view = await environment.show();
  expect(view).toMatchObject({ path: '/one/v1', baseUrlHint: expect.stringContaining('SIM_PUBLIC_URL') });
  expect(view).not.toHaveProperty('baseUrl');
  expect(() => environment.baseUrl).toThrow(/base address of one is unknown; set serviceUrl/);
  const serviceUrl = `${opened.simulator.serviceOrigin}/`;
  const knowing = new ControlClient({ url: mapped.origin, token: controlToken, serviceUrl });
  const { baseUrl, apiKey } = await knowing.createEnvironment({ name: 'two', scenario: 'pending' });
  expect((await knowing.environments())[3]).toMatchObject({ baseUrl, path: '/two/v1' });
  expect((await call({ baseUrl, apiKey }, 'GET', '/store/orders')).status).toBe(200);
});

test('a public address is in everything that a simulator returns', async () => {
  const base = 'https://tools.test/simulator';
  await using simulator = await startSimulator({ publicUrl: `${base}/` });
  expect(simulator).toMatchObject({ baseUrl: `${base}/v1`, quickstartUrl: `${base}/quickstart` });
  expect((await simulator.control?.environment('staging').show())?.baseUrl).toBe(`${base}/staging/v1`);
});
