import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createControlApp } from '../../../src/simulator/control-api/control-app.ts';
import type { ControlParts } from '../../../src/simulator/control-api/control-context.ts';
import { newFolder } from '../../support/new-folder.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import { header, request } from '../../support/raw-http.ts';
import { serveHere } from '../../support/serve-here.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { list, openControl } from './open-control.ts';

const right = `Authorization: Bearer ${controlToken}`;

test.each([
  ['GET', '/no/such/path?x', 404, 'No route matches /no/such/path; GET /openapi/control.yaml lists'],
  ['GET', '/ENVIRONMENTS', 404, 'No route matches /ENVIRONMENTS;'],
  ['GET', '/environments/', 404, 'No route matches /environments/;'],
  ['GET', '/LIVEZ', 404, 'No route matches /LIVEZ;'],
  ['DELETE', '/environments', 405, '/environments supports only GET, HEAD.'],
  ['GET', '/environments/production/reset', 405, '/environments/production/reset supports only POST.'],
])('the response to %s %s is %i and says why', async (method, target, status, message) => {
  await using simulator = await openTestSimulator();
  const response = await request(simulator.controlUrl, method, target, [right]);
  expect(response.status).toBe(status);
  expect(JSON.parse(response.body).message).toContain(message);
});

function appThatIs(ready: () => boolean) {
  return createControlApp({ hosts: [], ready } as unknown as ControlParts);
}

test('the response is 503 until the simulator is ready', async () => {
  await using here = await serveHere(createServer(appThatIs(() => false)));
  const response = await request(here.origin, 'GET', '/readyz');
  expect([response.status, header(response, 'Retry-After')]).toEqual([503, '1']);
  expect(JSON.parse(response.body)).toMatchObject({ code: 'not_ready', status: 503 });
});

test('an error after the begin of a response closes the connection', async () => {
  const app = appThatIs(() => {
    throw new Error('planted');
  });
  const server = createServer((request, response) => {
    response.writeHead(200).flushHeaders();
    app(request, response);
  });
  await using here = await serveHere(server);
  const { status, body } = await request(here.origin, 'GET', '/readyz');
  expect([status, body]).toEqual([200, '']);
});

/** Sends a request to the control API and leaves before its response, once `arrived` has resolved. */
async function leave(origin: string, head: string, arrived: Promise<unknown>): Promise<void> {
  const { hostname, port } = new URL(origin);
  const client = connect(Number(port), hostname);
  client.write(`${head}\r\nHost: localhost\r\n${right}\r\n\r\n`);
  await arrived;
  client.destroy();
}

test('a wait ends when its client leaves', async () => {
  const clock = createTestClock();
  await using simulator = await openTestSimulator({ machine: clock });
  const head = 'GET /environments/production/journal/wait HTTP/1.1';
  await leave(simulator.controlUrl, head, clock.untilWaiting(1));
  await expect.poll(() => clock.waiting, { timeout: 20_000 }).toBe(0);
});

test('a wait ends when the simulator stops', async () => {
  const clock = createTestClock();
  const simulator = await openTestSimulator({ machine: clock });
  const waiting = request(simulator.controlUrl, 'GET', '/environments/production/journal/wait', [right]);
  await clock.untilWaiting(1);
  await Promise.all([simulator.stop(20_000), expect(waiting).resolves.toMatchObject({ status: 200 })]);
});

test('a client that leaves before the end of its body causes no error', async () => {
  const reported: unknown[] = [];
  await using simulator = await openTestSimulator({ onError: (error) => void reported.push(error) });
  const head = 'PUT /environments/x HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 5';
  // A later request on another connection has its response, so the first one has arrived.
  await leave(simulator.controlUrl, head, request(simulator.controlUrl, 'GET', '/environments', [right]));
  await simulator.stop(20_000);
  expect(reported).toEqual([]);
});

test('a scenario of the folder overrides a built-in one and is read at every load', async () => {
  const folder = newFolder();
  await using opened = await openControl({ scenarioFolder: folder });
  const environment = await opened.control.createEnvironment({ scenario: 'pending' });
  await writeFile(join(folder, 'pending.yaml'), 'orders: [{ id: 1 }]');
  await environment.reset();
  expect(await list(environment), 'a reset reads no file').not.toBe('[{"id":1}]');
  await environment.load('pending');
  expect(await list(environment)).toBe('[{"id":1}]');
  await writeFile(join(folder, 'bad.yaml'), 'orders: 7');
  const scenarios = await opened.control.scenarios();
  expect(scenarios.find(({ name }) => name === 'pending')?.source).toBe('folder');
  expect(scenarios.find(({ name }) => name === 'bad')?.problems?.[0]).toMatch(/bad.yaml:1:9/);
});

test.each([
  ['Application/JSON ; charset=utf-8', '{"scenario": "pending"}', 'pending'],
  ['text/yaml; charset=utf-8', 'orders: []', 'inline'],
  ['application/x-yaml', '', 'mixed'],
])('a body of the media type %s is read', async (type, body, scenario) => {
  await using opened = await openControl();
  const url = `${opened.simulator.controlUrl}/environments/production/scenario`;
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': type };
  const response = await fetch(url, { method: 'PUT', headers, body });
  expect(await response.json()).toMatchObject({ scenario });
});
