import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricValueWithName,
  Registry,
} from 'prom-client';
import { latencyBounds, type OperationTraffic, type Traffic } from '../environment/traffic.ts';
import type { ControlContext } from './control-context.ts';
import { countOrders } from './environment-view.ts';

// biome-ignore lint/plugin: a registry exists as long as its simulator, and is loaded by the first scrape.
const registries = new WeakMap<ControlContext, Registry>();

/** Returns every metric of a simulator as text, with its media type. Each simulator has its own registry. */
export async function writeMetrics(context: ControlContext): Promise<{ text: string; type: string }> {
  let registry = registries.get(context);
  if (registry === undefined) {
    registry = createRegistry(context);
    registries.set(context, registry);
  }
  return { text: await registry.metrics(), type: registry.contentType };
}

function createRegistry(context: ControlContext): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'store_orders_sim_replica_info',
    help: 'Always 1; the label is the name of the process that responded',
    labelNames: ['replica'],
    registers: [registry],
  }).set({ replica: context.replica }, 1);
  registry.registerMetric(requestsCounter(context.traffic));
  registry.registerMetric(new TrafficHistogram(context.traffic));
  registry.registerMetric(faultsCounter(context.traffic));
  registry.registerMetric(refusedCounter(context.traffic));
  const registers = [registry];
  new Gauge({
    name: 'store_orders_sim_journal_dropped',
    help: 'Exchanges dropped from full journals since each journal was last cleared',
    registers,
    collect() {
      let dropped = 0;
      for (const { state } of context.environments.all()) dropped += state.journal.counts().dropped;
      this.set(dropped);
    },
  });
  new Gauge({
    name: 'store_orders_sim_orders',
    help: 'Orders of all environments, by status',
    labelNames: ['status'],
    registers,
    collect() {
      const totals = { pending: 0, shipped: 0, cancelled: 0 };
      for (const { state } of context.environments.all()) {
        const counts = countOrders(state);
        for (const status of ['pending', 'shipped', 'cancelled'] as const) totals[status] += counts[status];
      }
      for (const [status, count] of Object.entries(totals)) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'store_orders_sim_environments',
    help: 'Number of environments',
    registers,
    collect() {
      this.set(context.environments.all().length);
    },
  });
  return registry;
}

function requestsCounter(traffic: Traffic): Counter {
  return new Counter({
    name: 'store_orders_sim_requests_total',
    help: 'Requests of the service, by operation and status; "none" if no response was sent',
    labelNames: ['operation', 'status'],
    registers: [],
    collect() {
      this.reset();
      for (const { operation, byStatus } of traffic.all())
        for (const [status, count] of byStatus)
          this.inc({ operation, status: status === 0 ? 'none' : `${status}` }, count);
    },
  });
}

function faultsCounter(traffic: Traffic): Counter {
  return new Counter({
    name: 'store_orders_sim_faults_fired_total',
    help: 'Faults that have fired',
    registers: [],
    collect() {
      this.reset();
      this.inc(traffic.faultsFired);
    },
  });
}

function refusedCounter(traffic: Traffic): Counter {
  return new Counter({
    name: 'store_orders_sim_refused_connections_total',
    help: 'Connections to either port that were refused before a request was read, by reason',
    labelNames: ['reason'],
    registers: [],
    collect() {
      this.reset();
      for (const [reason, count] of traffic.refused()) this.inc({ reason }, count);
    },
  });
}

const name = 'store_orders_sim_request_duration_seconds';
const help = 'Time from the head of a request to the end of its response';

/** A histogram of buckets that `Traffic` counts. */
class TrafficHistogram extends Histogram<'operation' | 'le'> {
  readonly #traffic: Traffic;

  constructor(traffic: Traffic) {
    super({ name, help, labelNames: ['operation'], buckets: [...latencyBounds], registers: [] });
    this.#traffic = traffic;
  }

  /** Called by the registry when it writes text. */
  async getForPromString(): Promise<object> {
    const values = this.#traffic.all().flatMap(bucketValues);
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}

/** Converts to cumulative buckets, as Prometheus expects them. */
function bucketValues(counted: OperationTraffic): MetricValueWithName<'operation' | 'le'>[] {
  const { operation, buckets, seconds } = counted;
  let total = 0;
  const values = buckets.map((count, at) => {
    total += count;
    return {
      metricName: `${name}_bucket`,
      labels: { operation, le: at < latencyBounds.length ? (latencyBounds[at] ?? 0) : '+Inf' },
      value: total,
    };
  });
  const sum = { metricName: `${name}_sum`, labels: { operation }, value: seconds };
  return [...values, sum, { metricName: `${name}_count`, labels: { operation }, value: total }];
}
