import { expect, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { controlErrors } from '../../../src/simulator/control-api/control-error.ts';
import { controlRoutes } from '../../../src/simulator/control-api/control-routes.ts';
import { controlToken, openTestSimulator } from '../../helpers/open-test-simulator.ts';
import {
  controlDocument,
  createDescribedFetch,
  documentedOperations,
  documentedSuccesses,
  judge,
} from './described-control.ts';

test('the document and the router have the same operations', () => {
  const routed = [
    'GET /livez',
    'GET /readyz',
    ...controlRoutes.map(({ method, path }) => `${method} ${path}`),
  ];
  expect([...documentedOperations].sort()).toEqual(routed.sort());
});

test('the document and the code have the same error codes', () => {
  const { enum: codes } = controlDocument.components.schemas.Error.properties.code;
  expect(codes.toSorted()).toEqual(Object.keys(controlErrors).sort());
});

test('an answer that the document does not describe is found', () => {
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

test('every operation answers as the document describes', async () => {
  await using simulator = await openTestSimulator();
  const seen = new Set<string>();
  const described = createDescribedFetch(seen);
  const control = new ControlClient({ url: simulator.controlUrl, token: controlToken, fetch: described });
  const headers = { Authorization: `Bearer ${controlToken}` };
  for (const path of ['/livez', '/openapi']) await described(`${simulator.controlUrl}${path}`, { headers });
  await control.ready();
  await control.metrics();
  await control.document('control');
  await control.scenarios();
  await control.scenario('mixed', 'json');
  await control.environments();
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
  await keys.add({ key: 'key-of-mine', expiresIn: '30s' });
  await keys.add({ key: 'key-of-mine', expiresIn: '10s' });
  await faults.add({ id: 'brief', kind: 'close', operation: 'getPet', durationMs: 5_000 });
  await environment.changeClock({ frozen: true, advance: '1m' });
  await keys.revoke('key-1');
  await keys.replace([{ key: 'key-of-mine' }]);
  await faults.replace([
    { kind: 'latency', ms: { median: 1, sigma: 0.5 }, times: 1 },
    {
      kind: 'status',
      status: 503,
      body: 'html',
      retryAfter: 2,
      every: 3,
      orderId: 7n,
      when: 'before-commit',
    },
  ]);
  await faults.list();
  await faults.delete('fault-1').catch(() => undefined);
  await faults.add({ id: 'mine', kind: 'rate-limit', requests: 1000 });
  await faults.delete('mine');
  await faults.clear();
  await gates.open({ id: 'race', orderId: 8n });
  await gates.list();
  await orders.put(8, {});
  const cancel = (path: string) =>
    fetch(`${environment.baseUrl}${path}`, {
      method: 'DELETE',
      headers: { Authorization: 'Bearer key-of-mine' },
    });
  const first = cancel('/store/orders/8');
  const wait = await gates.wait('race', { waiting: 1 });
  await gates.get('race');
  await gates.release('race', wait.waiting[0]?.exchange ?? 0);
  await gates.close('race');
  await first;
  await cancel('/store/orders/8/?x=1');
  await fetch(`${environment.baseUrl}/store/orders`);
  await journal.find({ limit: 2 });
  await journal.wait({ count: 2 });
  await journal.verify([{ check: 'cancelled', orderId: 8n, times: 1 }, { check: 'no-notes' }]);
  await journal.clear();
  await environment.snapshot();
  await environment.snapshot('json');
  await environment.reset();
  await environment.delete();
  expect(documentedSuccesses.filter((success) => !seen.has(success))).toEqual([]);
});
