import { collectDefaultMetrics, Registry } from 'prom-client';
import { countByStatus } from '../environment/summary.ts';
import { latencyBounds, type OperationTraffic } from '../environment/traffic.ts';
import { orderStatuses } from '../orders/order.ts';
import type { ControlParts } from './control-context.ts';

/** The metrics of the process. This module is loaded by the first scrape. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

type Sample = readonly [labels: string, value: number];
type Row = readonly [name: string, type: 'counter' | 'gauge' | 'histogram', help: string, readonly Sample[]];
type Simulator = Pick<ControlParts, 'replica' | 'traffic' | 'environments'>;

/** Returns every metric of the process and of a simulator as text, with its media type. */
export async function writeMetrics(simulator: Simulator): Promise<{ text: string; type: string }> {
  const own = rowsOf(simulator).flatMap(([name, type, help, samples]) => {
    const full = `store_orders_sim_${name}`;
    const lines = samples.map(([labels, value]) => `${full}${labels} ${value}`);
    return ['', `# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines];
  });
  return { text: `${await ofProcess.metrics()}${own.join('\n')}\n`, type: ofProcess.contentType };
}

function rowsOf({ replica, traffic, environments }: Simulator): readonly Row[] {
  const states = environments.here.all().map(({ state }) => state);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const orders = states.map(countByStatus);
  const requests = traffic
    .all()
    .flatMap(({ operation, byStatus }) =>
      [...byStatus].map(
        ([status, count]): Sample => [labels({ operation, status: status || 'none' }), count],
      ),
    );
  const refused = [...traffic.refused].map(([reason, count]): Sample => [labels({ reason }), count]);
  const dropped = sum(states.map(({ journal }) => journal.counts().dropped));
  const byStatus = orderStatuses.map(
    (status): Sample => [labels({ status }), sum(orders.map((one) => one[status]))],
  );
  return [
    [
      'replica_info',
      'gauge',
      'Always 1; the label is the process that responded',
      [[labels({ replica }), 1]],
    ],
    ['requests_total', 'counter', 'Requests by operation and status; "none" without a response', requests],
    [
      'request_duration_seconds',
      'histogram',
      'From a head to the end of the response',
      traffic.all().flatMap(durationsOf),
    ],
    ['faults_fired_total', 'counter', 'Faults that have fired', [['', traffic.faultsFired]]],
    ['refused_connections_total', 'counter', 'Connections refused before a request was read', refused],
    ['journal_dropped', 'gauge', 'Exchanges dropped since each journal was last cleared', [['', dropped]]],
    ['orders', 'gauge', 'Orders of all environments, by status', byStatus],
    ['environments', 'gauge', 'Number of environments', [['', states.length]]],
  ];
}

function labels(values: Readonly<Record<string, string | number>>): string {
  return `{${Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(`${value}`)}`)}}`;
}

/** The buckets are counted by `Traffic`, and are cumulative here, as Prometheus expects. */
function durationsOf({ operation, buckets, seconds }: OperationTraffic): readonly Sample[] {
  let total = 0;
  const counted = buckets.map((count, at): Sample => {
    total += count;
    return [`_bucket${labels({ operation, le: latencyBounds[at] ?? '+Inf' })}`, total];
  });
  return [...counted, [`_sum${labels({ operation })}`, seconds], [`_count${labels({ operation })}`, total]];
}
