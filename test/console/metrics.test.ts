import { expect, test } from 'vitest';
import { quantile, readMetrics, sumBy, sumOf } from '../../src/console/pages/metrics/read-metrics.ts';

const text = (fast: number, slow: number) => `# HELP requests how many
store_orders_sim_requests_total{operation="listOrders",status="200"} ${fast}
store_orders_sim_requests_total{operation="cancelOrder",status="204"} ${slow}
store_orders_sim_request_duration_seconds_bucket{operation="listOrders",le="0.001"} ${fast}
store_orders_sim_request_duration_seconds_bucket{operation="listOrders",le="0.01"} ${fast + slow}
store_orders_sim_request_duration_seconds_bucket{operation="listOrders",le="+Inf"} ${fast + slow}
process_cpu_seconds_total 1.5e-1
`;

test('reads samples with their labels', () => {
  const samples = readMetrics(text(3, 2));
  expect(sumOf(samples, 'process_cpu_seconds_total')).toBe(0.15);
  expect(sumOf(samples, 'store_orders_sim_requests_total')).toBe(5);
  expect([...sumBy(samples, 'store_orders_sim_requests_total', 'status')]).toEqual([
    ['200', 3],
    ['204', 2],
  ]);
});

test('finds a quantile of the requests between two readings', () => {
  const [before, after] = [readMetrics(text(100, 0)), readMetrics(text(100, 10))];
  expect(quantile([], after, 0.5)).toBe(0.001);
  expect(quantile([], after, 0.95)).toBe(0.01);
  expect(quantile(before, after, 0.5)).toBe(0.01);
  expect(quantile(after, after, 0.5)).toBeUndefined();
});
