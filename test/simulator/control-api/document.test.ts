import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Schema } from '../../../scripts/control-types.ts';
import { ControlClient } from '../../../src/client/index.ts';
import { readSettings } from '../../../src/options/settings.ts';
import { settingViews } from '../../../src/options/show-settings.ts';
import { createConsoleFiles } from '../../../src/simulator/control-api/console/console-files.ts';
import { controlRoutes } from '../../../src/simulator/control-api/control-routes.ts';
import { mapPort } from '../../support/map-port.ts';
import { newFolder } from '../../support/new-folder.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import {
  controlDocument,
  createDescribedFetch,
  documentedOperations,
  documentedProperties,
  documentedSuccesses,
  judge,
} from './described-control.ts';
import { useService, useSession } from './use-everything.ts';

const { schemas } = controlDocument.components;

test('the document and the router have the same operations', () => {
  const routed = [
    'GET /livez',
    'GET /readyz',
    ...controlRoutes.map(({ method, path }) => `${method} ${path}`),
  ];
  expect([...documentedOperations].sort()).toEqual(routed.sort());
});

test('every object of the document is closed', () => {
  const open: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties, additionalProperties } = value as Schema;
    if (properties !== undefined && !at.endsWith('.properties') && additionalProperties !== false)
      open.push(at);
    for (const [key, inner] of Object.entries(value)) visit(inner, `${at}.${key}`);
  };
  visit(controlDocument, '');
  expect(open).toEqual([]);
});

test('a response that the document does not describe is found', () => {
  const json = { headers: { 'content-type': 'application/json' } };
  const judged =
    (text: string, status: number, init = json) =>
    () =>
      judge('GET', '/livez', new Response(text, { status, ...init }), text);
  expect(judged('{"status":"alive"}', 200)()).toBe('GET /livez 200');
  expect(judged('{"status":"dead"}', 200)).toThrow('must be equal to one of the allowed values');
  expect(judged('{"status":"alive","more":1}', 200)).toThrow('must NOT have additional properties');
  expect(judged('{"status":"alive"}', 202)).toThrow('no such status');
  expect(judged('alive', 200, { headers: { 'content-type': 'text/html' } })).toThrow('no such media type');
  expect(judged('{"code":"no_such_code","message":"","status":404}', 404)).toThrow('allowed values');
});

test('a field that is planted into an exchange is found', async () => {
  await using simulator = await openTestSimulator();
  await fetch(`${simulator.baseUrl}/store/orders`);
  const path = '/environments/production/journal';
  const headers = { Authorization: `Bearer ${controlToken}` };
  const response = await fetch(simulator.controlUrl + path, { headers });
  const page = JSON.parse(await response.text());
  const text = (value: unknown): string => JSON.stringify({ ...page, exchanges: [value] });
  const [exchange] = page.exchanges;
  expect(judge('GET', path, response, text(exchange))).toMatch(/journal 200$/);
  for (const planted of [
    { ...exchange, planted: 1 },
    { ...exchange, faults: ['slow'] },
    { ...exchange, refused: { ...exchange.refused, step: 'planted' } },
  ])
    expect(() => judge('GET', path, response, text(planted))).toThrow('data/exchanges/0');
});

test('every operation responds as the document describes, with every documented field', async () => {
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
  const seen = { operations: new Set<string>(), properties: new Set<string>() };
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
  expect(documentedSuccesses.filter((success) => !seen.operations.has(success))).toEqual([]);
  expect([...documentedProperties()].filter((property) => !seen.properties.has(property))).toEqual([]);
  const steps = [...exchanges, ...quickstart.exchanges].flatMap(({ refused }) => refused?.step ?? []);
  const documentedSteps = schemas.Exchange?.properties?.refused?.properties?.step?.enum ?? [];
  expect(documentedSteps.filter((step) => !steps.some((one) => one === step))).toEqual([]);
});
