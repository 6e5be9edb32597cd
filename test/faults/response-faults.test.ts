import { expect, test } from 'vitest';
import { ask, inProduction, type TestSimulator } from '../support/open-test-simulator.ts';
import { header } from '../support/raw-http.ts';
import { openWithFaults } from './open-with-faults.ts';

const list = (sim: TestSimulator) => ask(sim, 'GET /v1/store/orders');
const cancel = (sim: TestSimulator) => ask(sim, 'DELETE /v1/store/orders/1');
const statusOf = async (sim: TestSimulator) => sim.environments.production.state.store.get(1n)?.status;

test('responds with a status and an Error body, a page of a gateway, or no body', async () => {
  const sim = await openWithFaults([
    { kind: 'status', status: 503, retryAfter: 7, times: 1 },
    { kind: 'status', status: 502, body: 'html', times: 1 },
    { kind: 'status', status: 418, body: 'empty', times: 1 },
  ]);
  const error = await list(sim);
  expect([error.status, header(error, 'Content-Type'), header(error, 'Retry-After')]).toEqual([
    503,
    'application/json',
    '7',
  ]);
  expect(JSON.parse(error.body)).toEqual({
    code: 'service_unavailable',
    message: 'Service Unavailable.',
    status: 503,
  });
  const page = await list(sim);
  expect([page.status, header(page, 'Content-Type')]).toEqual([502, 'text/html']);
  expect(page.body).toContain('<h1>502 Bad Gateway</h1>');
  const empty = await list(sim);
  expect([empty.status, empty.body, header(empty, 'Content-Length')]).toEqual([418, '', '0']);
  expect((await list(sim)).status).toBe(200);
});

test('a status before the commit leaves the order pending; after it, the order is cancelled', async () => {
  const sim = await openWithFaults([
    { kind: 'status', status: 500, times: 1 },
    { kind: 'status', status: 504, when: 'after-commit', times: 1 },
  ]);
  expect([(await cancel(sim)).status, await statusOf(sim)]).toEqual([500, 'pending']);
  expect([(await cancel(sim)).status, await statusOf(sim)]).toEqual([504, 'cancelled']);
  expect((await cancel(sim)).status).toBe(409);
});

test('responds 401 once, as to an invalid key, and changes nothing', async () => {
  const sim = await openWithFaults([{ kind: 'unauthorized', operation: 'cancelOrder' }]);
  const refused = await cancel(sim);
  expect([refused.status, header(refused, 'WWW-Authenticate')]).toEqual([
    401,
    'Bearer error="invalid_token"',
  ]);
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'unauthorized', status: 401 });
  expect((await cancel(sim)).status).toBe(204);
});

test('shows a stale list `times` times, byte for byte, while cancels take effect', async () => {
  const sim = await openWithFaults([], { gaps: { 'cancelled-in-list': 'remove' } });
  const before = await list(sim);
  await inProduction(sim, ({ faults }) => faults.add([{ kind: 'stale-list', times: 2 }]));
  expect((await cancel(sim)).status).toBe(204);
  expect([(await list(sim)).body, (await list(sim)).body]).toEqual([before.body, before.body]);
  expect((await list(sim)).body).toBe('[{"id":2}]');
});
