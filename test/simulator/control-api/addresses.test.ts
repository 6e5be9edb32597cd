import { expect, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { startSimulator } from '../../../src/index.ts';
import { mapPort } from '../../support/map-port.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import { call, openControl } from './open-control.ts';

const authorized = { Authorization: `Bearer ${controlToken}` };

async function getText(url: string, headers: Readonly<Record<string, string>> = authorized): Promise<string> {
  return (await fetch(url, { headers })).text();
}

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
  const [, , , two] = await knowing.environments();
  expect(two).toMatchObject({ baseUrl, path: '/two/v1' });
  expect(two).not.toHaveProperty('baseUrlHint');
  expect((await call({ baseUrl, apiKey }, 'GET', '/store/orders')).status).toBe(200);
});

test('a public address is in everything that a simulator returns', async () => {
  await using simulator = await startSimulator({ publicUrl: 'https://tools.test/simulator/' });
  const base = 'https://tools.test/simulator';
  expect(simulator).toMatchObject({
    baseUrl: `${base}/v1`,
    stagingBaseUrl: `${base}/staging/v1`,
    quickstartUrl: `${base}/quickstart`,
  });
  const { controlUrl = '', controlToken: own } = simulator;
  const body = await getText(`${controlUrl}/environments/staging`, { Authorization: `Bearer ${own}` });
  expect(JSON.parse(body)).toMatchObject({ path: '/staging/v1', baseUrl: `${base}/staging/v1` });
  expect((await simulator.control?.environment('production').show())?.baseUrl).toBe(`${base}/v1`);
});

test('headers of a proxy do not change the address', async () => {
  await using simulator = await openTestSimulator();
  const forwarded = {
    'X-Forwarded-Host': 'evil.test',
    'X-Forwarded-Port': '1',
    Forwarded: 'host=evil.test',
  };
  const body = await getText(`${simulator.controlUrl}/environments`, { ...authorized, ...forwarded });
  expect(JSON.parse(body).environments[0].baseUrl).toBe(simulator.baseUrl);
});
