import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { createHandClock } from '../../support/hand-clock.ts';

import { sendRaw } from '../../support/raw-http.ts';
import { call, list, openControl } from './open-control.ts';

test('an exchange shows its traceparent, which finds it, whole or by its trace id', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({ apiKeys: ['key-of-the-test'] });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const sent = [
    `00-${traceId}-00f067aa0ba902b7-01`,
    `00-${traceId}-b7ad6b7169203331-01`,
    'invalid',
    undefined,
  ];
  for (const traceparent of sent)
    await fetch(`${environment.baseUrl}/store/orders`, {
      headers: { Authorization: `Bearer ${environment.apiKey}`, ...(traceparent && { traceparent }) },
    });
  const { exchanges } = await environment.journal.find();
  expect(exchanges.map(({ traceparent }) => traceparent)).toEqual(sent.toReversed());
  const numbers = async (traceparent: string) =>
    (await environment.journal.find({ traceparent })).exchanges.map(({ number }) => number);
  expect(await numbers(traceId)).toEqual([2, 1]);
  expect(await numbers(sent[1] ?? '')).toEqual([2]);
  expect(await numbers('invalid')).toEqual([3]);
  expect(await numbers('0'.repeat(32))).toEqual([]);
  expect(await environment.journal.wait({ traceparent: traceId, count: 2 })).toMatchObject({ reached: true });
  await expect(environment.journal.find({ traceparent: '' })).rejects.toMatchObject({ code: 'bad_request' });
});

test('a key in a traceparent is redacted', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({ apiKeys: ['key-of-the-test'] });
  // The second one is cut within the key.
  for (const traceparent of ['key-of-the-test', `${'x'.repeat(245)}/key-of-the-test`])
    await fetch(`${environment.baseUrl}/store/orders`, { headers: { traceparent } });
  const { exchanges } = await environment.journal.find();
  expect(exchanges[1]?.traceparent).toBe('[redacted]');
  expect(JSON.stringify(exchanges)).not.toContain('key-of');
});

test('a wait ends when the simulator stops', async () => {
  const machine = createHandClock();
  const { control, simulator } = await openControl({
    ofOneProcess: 'the test counts the timers of a process',
    machine,
  });
  const environment = await control.createEnvironment({ ttlSeconds: 9_999 });
  const last = environment.journal.wait({});
  await machine.untilAsleep(2);
  await Promise.all([simulator.stop(1_000), last.then(({ reached }) => expect(reached).toBe(false))]);
  expect(machine.sleepers).toBe(0);
});

test('metrics count requests, orders, faults, dropped exchanges and refused connections', async () => {
  await using opened = await openControl({
    ofOneProcess: 'the metrics are those of a process',
    journalSize: 2,
  });
  const { control, simulator } = opened;
  const environment = await control.createEnvironment({ name: 'counted', scenario: { orders: [{ id: 1 }] } });
  await environment.faults.add({ kind: 'latency', delay: 0, times: 1 });
  for (let at = 0; at < 3; at++) await list(environment);
  await call(environment, 'DELETE', '/store/orders/1');
  await fetch(`${simulator.serviceOrigin}/nowhere`);
  await sendRaw(simulator.serviceOrigin, 'not HTTP\r\n\r\n');
  await sendRaw(simulator.controlUrl, 'not HTTP\r\n\r\n');
  const lines = (await control.metrics())
    .split('\n')
    .filter((line) => /store_orders|process_cpu_sec/.test(line));
  expect(lines).toEqual(
    expect.arrayContaining([
      'store_orders_sim_requests_total{operation="listOrders",status="200"} 3',
      'store_orders_sim_requests_total{operation="cancelOrder",status="204"} 1',
      'store_orders_sim_requests_total{operation="none",status="404"} 1',
      'store_orders_sim_request_duration_seconds_bucket{operation="listOrders",le="+Inf"} 3',
      'store_orders_sim_request_duration_seconds_count{operation="listOrders"} 3',
      '# TYPE store_orders_sim_request_duration_seconds histogram',
      'store_orders_sim_faults_fired_total 1',
      'store_orders_sim_orders{status="cancelled"} 1',
      'store_orders_sim_environments 3',
      'store_orders_sim_journal_dropped 2',
      `store_orders_sim_replica_info{replica="${hostname()}"} 1`,
      'store_orders_sim_refused_connections_total{reason="bad_request"} 2',
    ]),
  );
  expect(lines.some((line) => line.startsWith('process_cpu_seconds_total'))).toBe(true);
});

test('two simulators in one process have separate metrics', async () => {
  await using one = await openControl();
  await using other = await openControl();
  await fetch(`${one.simulator.serviceOrigin}/nowhere`);
  const count = 'store_orders_sim_requests_total{operation="none",status="404"} 1';
  expect(await one.control.metrics()).toContain(count);
  expect(await other.control.metrics()).not.toContain(count);
});

test('with one-letter keys, and a request that repeats them, every entry stays readable', async () => {
  await using opened = await openControl();
  const apiKeys = [...'edacrt'];
  const environment = await opened.control.createEnvironment({ apiKeys });
  const target = `/store/orders?redacted=${apiKeys.join('&')}`;
  for (const apiKey of apiKeys)
    await call({ ...environment, apiKey: `${apiKey} ${apiKeys.join(' ')}` }, 'GET', target);
  const { exchanges } = await environment.journal.find({});
  expect(exchanges.map(({ query }) => query)).toEqual(
    apiKeys.map(() => `?redacted=${apiKeys.map(() => '[redacted]').join('&')}`),
  );
  expect(exchanges.at(0)?.path).toMatch(/\/store\/orders$/);
});
