import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { readSettings } from '../../../src/options/settings.ts';
import { settingViews } from '../../../src/options/show-settings.ts';
import { createConsoleFiles } from '../../../src/simulator/control-api/console/console-files.ts';
import { controlRoutes } from '../../../src/simulator/control-api/control-routes.ts';
import { mapPort } from '../../support/map-port.ts';
import { newFolder } from '../../support/new-folder.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import { controlDocument, createDescribedFetch, documentedSuccesses } from './described-control.ts';
import { useService, useSession } from './use-everything.ts';

const { schemas } = controlDocument.components;

test('every operation responds as the document describes', async () => {
  const scenarioFolder = newFolder();
  await writeFile(join(scenarioFolder, 'invalid.yaml'), 'orders: 7');
  const consoleFiles = createConsoleFiles(
    async () => new Map(['index.html', 'a.js', 'a.css', 'a.svg'].map((name) => [name, Buffer.from(name)])),
  );
  const settings = () => settingViews(reading);
  const reading = await readSettings({ variables: {} });
  await using simulator = await openTestSimulator({
    ofOneProcess: 'the coverage of the simulator is that of a process',
    scenarioFolder,
    recorded: true,
    consoleFiles,
    settings,
  });
  const seen = new Set<string>();
  const described = createDescribedFetch(seen);
  const control = new ControlClient({ url: simulator.controlUrl, token: controlToken, fetch: described });
  const headers = { Authorization: `Bearer ${controlToken}` };
  for (const path of ['/', '/livez', '/openapi', '/openapi/scenario.schema.json'])
    await described(`${simulator.controlUrl}${path}`, { headers });
  await described(`${simulator.controlUrl}/`, { headers: { Accept: 'text/html' } });
  for (const file of ['a.js', 'a.css', 'a.svg']) await described(`${simulator.controlUrl}/console/${file}`);
  await useSession(simulator.controlUrl, described);
  await described(`${simulator.controlUrl}/settings`, { headers });
  await control.ready();
  await control.metrics();
  await control.record();
  await control.document('control');
  await control.scenarios();
  await control.scenario('mixed', 'json');
  await control.environments();
  await using mapped = await mapPort(simulator.controlUrl);
  const remote = new ControlClient({ url: mapped.origin, token: controlToken, fetch: described });
  await remote.createEnvironment({ name: 'one' });
  await remote.environments();
  await described(`${mapped.origin}/`);
  await expect(control.environment('nowhere').show()).rejects.toThrow('nowhere');
  const environment = await control.createEnvironment({ name: 'one', scenario: 'mixed', ttlSeconds: 600 });
  await control.createEnvironment({
    name: 'one',
    scenario: 'ships-while-you-look',
    seed: 7,
    profile: 'vary',
  });
  const { orders, faults, gates, keys, journal } = environment;
  await environment.show();
  await environment.load('mixed');
  await environment.loadYaml('orders:\n  - id: 7\n  - {}\nhandles:\n  seven: 7\n');
  await orders.put(9007199254740993n, {
    petId: -1n,
    quantity: 2n,
    shipDate: '2026-01-20T10:00:00Z',
    complete: true,
  });
  await orders.put(9007199254740993n, { status: 'cancelled' });
  await orders.list('pending');
  await orders.get('seven');
  await orders.ship('seven');
  await orders.delete(9007199254740993n);
  await environment.profile();
  await environment.setProfile({ profile: 'vary', gaps: { 'conflict-body': 'error' } });
  await environment.setProfile({ profile: 'least-promise' });
  await environment.clock();
  await keys.list();
  const { key: apiKey } = await keys.add({ key: 'key-of-mine', expiresIn: '30s' });
  await keys.add({ key: 'key-of-mine', expiresIn: '10s' });
  await keys.list();
  await faults.add({ id: 'brief', kind: 'close', operation: 'getPet', duration: 5_000 });
  await environment.changeClock({ frozen: true, advance: '1m' });
  await keys.revoke('key-1');
  await keys.replace([{ key: 'key-of-mine' }]);
  await faults.replace([
    { kind: 'latency', delay: { median: 1, sigma: 0.5 }, times: 1 },
    { kind: 'latency', delay: { min: 1, max: 2 }, probability: 0.5, key: 'key-1' },
    { kind: 'bandwidth', bytesPerSecond: 1_000 },
    { kind: 'drip', bytes: 1, interval: 1 },
    { kind: 'garbage', in: 'body' },
    { kind: 'meanwhile', does: 'ship', times: 1 },
    {
      kind: 'status',
      status: 503,
      body: 'html',
      retryAfter: 2,
      every: 3,
      orderId: 7n,
      when: 'before-commit',
    },
    { kind: 'rate-limit', requests: 1_000, per: 1_000 },
  ]);
  await faults.list();
  await faults.delete('fault-1').catch(() => undefined);
  await faults.add({ id: 'mine', kind: 'rate-limit', requests: 1000 });
  await faults.delete('mine');
  await faults.clear();
  await gates.open({ id: 'race', orderId: 8n, count: 5 });
  await gates.list();
  await orders.put(8, {});
  const first = fetch(`${environment.baseUrl}/store/orders/8`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  const wait = await gates.wait('race', { waiting: 1 });
  await gates.get('race');
  await gates.release('race', wait.waiting[0]?.exchange ?? 0);
  await gates.close('race');
  await first;
  await environment.setProfile({
    gaps: { 'list-query': 'bad-request', 'malformed-order-id': 'bad-request' },
  });
  await orders.put(8, {});
  await useService(environment, apiKey, simulator.serviceOrigin);
  const manyHeaders = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`X-${at}`, 'x'.repeat(1_000)]),
  );
  await fetch(`${environment.baseUrl}/store/orders`, { headers: manyHeaders });
  await journal.find({ limit: 2 });
  const { exchanges } = await journal.find();
  await described(`${simulator.controlUrl}/environments/one/journal/1`, { headers });
  const quickstart = await control.environment('production').journal.find();
  await journal.wait({ count: 2 });
  await journal.verify([{ check: 'cancelled', orderId: 8n, times: 1 }, { check: 'no-notes' }]);
  await journal.clear();
  await environment.coverage();
  await control.coverage();
  await environment.snapshot();
  await environment.snapshot('json');
  await environment.reset();
  await environment.delete();
  expect(documentedSuccesses.filter((success) => !seen.has(success))).toEqual([]);
  const steps = [...exchanges, ...quickstart.exchanges].flatMap(({ refused }) => refused?.step ?? []);
  const documentedSteps = schemas.Exchange?.properties?.refused?.properties?.step?.enum ?? [];
  expect(documentedSteps.filter((step) => !steps.some((one) => one === step))).toEqual([]);
});

/** The release of one request needs a request that waits. */
const sent = controlRoutes.filter(({ example, path }) => example !== undefined && !path.endsWith('/release'));

test.each(sent)('$method $path accepts the example of the document', async ({ method, path, example }) => {
  await using simulator = await openTestSimulator();
  const url = simulator.controlUrl + path.replace('{environment}', 'production').replace('{order}', '7');
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify(example).replace('my-control-token', controlToken);
  expect((await fetch(url, { method, headers, body })).ok).toBe(true);
});
