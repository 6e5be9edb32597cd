import { expect, test } from 'vitest';
import { list } from '../../simulator/control-api/open-control.ts';
import { placed } from '../../support/an-environment.ts';
import { controlToken, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { sendControlBodies } from './control-bodies.ts';
import { servePages } from './serve-pages.ts';

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const count = 3_000;

test(`${count} bodies made from its own document get documented responses of the control API (seed ${seed}; repeat with FUZZ_SEED=${seed})`, async () => {
  const faults: unknown[] = [];
  await using simulator = await openTestSimulator({
    orders: [placed(1n)],
    onError: (fault) => faults.push(fault),
  });
  const { statuses, wrong } = await sendControlBodies(simulator.controlUrl, controlToken, count, seed);
  expect(wrong).toEqual([]);
  expect(faults).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404]));
  const again = { method: 'PUT', headers: { Authorization: `Bearer ${controlToken}` } };
  await fetch(`${simulator.controlUrl}/environments/fresh`, {
    ...again,
    headers: { ...again.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ scenario: { orders: [{ id: 5 }] }, apiKeys: [testKey] }),
  });
  const fresh = { baseUrl: `${simulator.serviceOrigin}/fresh/v1`, apiKey: testKey };
  expect(await list(fresh)).toBe('[{"id":5}]');
});

test('detects an API whose responses are in no document', async () => {
  await using broken = await servePages();
  const { wrong } = await sendControlBodies(broken.origin, 'token', 20, seed);
  expect(wrong.length).toBeGreaterThanOrEqual(20);
});
