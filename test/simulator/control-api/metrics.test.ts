import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { sendRaw } from '../../support/raw-http.ts';
import { call, list, openControl } from './open-control.ts';

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
