import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSimulator, type UserError } from '../../src/index.ts';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { newFolder } from '../support/new-folder.ts';
import { testKey } from '../support/open-test-simulator.ts';
import { statusAt } from '../support/serve-here.ts';
import { createTestClock } from '../support/test-clock.ts';

const list = async (baseUrl: string, key = testKey): Promise<string> =>
  (await fetch(`${baseUrl}/store/orders`, { headers: { Authorization: `Bearer ${key}` } })).text();
const cancel = async (baseUrl: string, id: bigint | string, key = testKey): Promise<number> => {
  const headers = { Authorization: `Bearer ${key}` };
  return (await fetch(`${baseUrl}/store/orders/${id}`, { method: 'DELETE', headers })).status;
};

test('starts without any option in the state that the command line starts in', async () => {
  await using simulator = await startSimulator();
  expect(JSON.parse(await list(simulator.baseUrl)).length).toBeGreaterThan(25);
  expect(await list(simulator.stagingBaseUrl, 'test-staging-key')).toBe(await list(simulator.baseUrl));
});

test('runs several at once in one process, which share nothing', async () => {
  const scenarioInline = 'orders: [{ id: 1 }]';
  const apiKey = 'key-of-this-test';
  const simulators = await Promise.all(
    Array.from({ length: 5 }, () => startSimulator({ scenarioInline, apiKey: [apiKey] })),
  );
  expect(new Set(simulators.map(({ baseUrl }) => baseUrl)).size).toBe(5);
  for (const { baseUrl } of simulators) expect(await cancel(baseUrl, 1n, apiKey)).toBe(204);
  await Promise.all(simulators.map((simulator) => simulator.stop()));
  for (const { baseUrl } of simulators)
    expect(await statusAt(`${baseUrl}/store/orders`, apiKey)).not.toBe(200);
});

test('starts in a scenario given as an object, with another one in staging', async () => {
  await using simulator = await startSimulator({
    scenario: { orders: [{ id: 9007199254740993n }, { id: 1002, status: 'shipped' }] },
    stagingScenario: { orders: [{ id: 7, status: 'shipped' }] },
  });
  expect(await list(simulator.baseUrl)).toBe('[{"id":9007199254740993},{"id":1002}]');
  expect(await cancel(simulator.baseUrl, 9007199254740993n)).toBe(204);
  expect(await list(simulator.stagingBaseUrl, 'test-staging-key')).toBe('[{"id":7}]');
  const { orders } =
    (await simulator.control?.createEnvironment({ name: 'same' }).then((one) => one.show())) ?? {};
  expect(orders).toEqual({ pending: 1, shipped: 1, cancelled: 0 });
});

test('reports the problems of both scenarios and of the profile together', async () => {
  const options = {
    scenario: { orders: [{ id: 1.5 }] },
    stagingScenario: { order: [] },
    profile: './nowhere.yaml',
  };
  await expect(startSimulator(options)).rejects.toMatchObject({
    exitCode: 2,
    message: [
      './nowhere.yaml does not exist',
      'scenario: orders[0].id is 1.5; expected an integer',
      'stagingScenario: unknown key "order"; did you mean "orders"?',
    ].join('\n'),
  });
});

test('refuses a folder with broken scenarios, and tells everything that is wrong there', async () => {
  const scenarios = newFolder();
  await writeFile(join(scenarios, 'fine.yaml'), 'orders: [{ id: 1 }]');
  await writeFile(join(scenarios, 'one.yaml'), 'orders: [{ id: x }]');
  await writeFile(join(scenarios, 'two.yaml'), 'ordrs: []');
  const refused = await startSimulator({ scenarios, scenario: 'fine' }).catch((error: unknown) => error);
  expect((refused as UserError).exitCode).toBe(2);
  expect((refused as UserError).message).toMatch(/one\.yaml:1:16 [\s\S]*two\.yaml:1:1 /);
});

test('its control API can be called by the address that it returns', async () => {
  await using simulator = await startSimulator({ controlHost: '127.0.0.2' });
  expect(simulator.controlUrl).toMatch(/^http:\/\/127\.0\.0\.2:/);
  expect((await simulator.control?.environments())?.[0]?.baseUrl).toBe(simulator.baseUrl);
});

test('shows its options as settings, without their secrets', async () => {
  const options = { apiKey: ['canary-key'], gaps: { etag: 'on' } } as const;
  await using simulator = await startSimulator(options);
  const headers = { Authorization: `Bearer ${simulator.controlToken}` };
  const text = await (await fetch(`${simulator.controlUrl}/settings`, { headers })).text();
  const { settings }: { settings: { key: string }[] } = JSON.parse(text);
  const shown = (name: string) => settings.find(({ key }) => key === name);
  expect(shown('apiKey')).toMatchObject({ value: '(secret)', source: 'option' });
  expect(shown('gap')).toMatchObject({ value: 'etag=on', source: 'option' });
  expect(shown('stagingApiKey')).toMatchObject({ value: 'test-staging-key', source: 'default' });
});

const stopKey = 'key-of-a-stop';

test('during the drain delay only /readyz fails, and then the sockets close', async () => {
  const machine = createTestClock();
  await using simulator = await startSimulatorFor({ apiKey: [stopKey] }, { machine });
  const list = () => statusAt(`${simulator.baseUrl}/store/orders`, stopKey);
  const stopped = simulator.stop({ timeoutMs: 0, drainDelayMs: 5_000 });
  const ready = await fetch(`${simulator.controlUrl}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { code: 'not_ready' }]);
  expect((await fetch(`${simulator.controlUrl}/livez`)).status).toBe(200);
  expect(await list()).toBe(200);
  await machine.advance(4_999);
  expect(await list()).toBe(200);
  await machine.advance(1);
  await stopped;
  expect(await list()).not.toBe(200);
});

test('a second stop does not wait for the drain delay of the first', async () => {
  const simulator = await startSimulatorFor({ apiKey: [stopKey] }, { machine: createTestClock() });
  const stopped = simulator.stop({ timeoutMs: 1_000, drainDelayMs: 60_000 });
  await simulator.stop({ timeoutMs: 0 });
  await stopped;
  expect(await statusAt(`${simulator.baseUrl}/store/orders`, stopKey)).not.toBe(200);
});
