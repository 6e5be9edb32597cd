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
});

test('two simulators behind mapped ports: each client gets the addresses of its own', async () => {
  await using one = await openControl();
  await using other = await openControl();
  const clients = [];
  await using ports = new AsyncDisposableStack();
  for (const { simulator } of [one, other]) {
    const service = ports.use(await mapPort(simulator.serviceOrigin));
    const { origin: url } = ports.use(await mapPort(simulator.controlUrl));
    clients.push({
      service,
      control: new ControlClient({ url, token: controlToken, serviceUrl: `${service.origin}/` }),
    });
  }
  for (const { service, control } of clients) {
    const environment = await control.createEnvironment({ name: 'mine', scenario: 'pending' });
    expect(environment.baseUrl).toBe(`${service.origin}/mine/v1`);
    expect({ ...environment }.baseUrl).toBe(environment.baseUrl);
    expect((await call(environment, 'GET', '/store/orders')).status).toBe(200);
    const views = [
      await environment.show(),
      await environment.load('pending'),
      await environment.loadYaml('orders: []'),
      await environment.reset(),
      ...(await control.environments()).filter(({ name }) => name === 'mine'),
    ];
    for (const { baseUrl, baseUrlHint } of views)
      expect([baseUrl, baseUrlHint]).toEqual([environment.baseUrl, undefined]);
  }
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
