import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricValueWithName,
  Registry,
} from 'prom-client';
import { latencyBounds, type OperationTraffic, type Traffic } from '../environment/traffic.ts';
import type { ControlParts } from './control-parts.ts';
import { countOrders } from './environment-view.ts';

const registries = new WeakMap<ControlParts, Registry>();

/** Every metric of a simulator as text, with its media type. Each simulator has a registry of its own. */
export async function writeMetrics(parts: ControlParts): Promise<{ text: string; type: string }> {
  let registry = registries.get(parts);
  if (registry === undefined) {
    registry = createRegistry(parts);
    registries.set(parts, registry);
  }
  return { text: await registry.metrics(), type: registry.contentType };
}

function createRegistry(parts: ControlParts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(requestsCounter(parts.traffic));
  registry.registerMetric(new TrafficHistogram(parts.traffic));
  registry.registerMetric(faultsCounter(parts.traffic));
  const registers = [registry];
  new Gauge({
    name: 'store_orders_sim_journal_dropped',
    help: 'Exchanges that the journals have let go to make room, since each was last cleared',
    registers,
    collect() {
      this.set(parts.environments.all().reduce((sum, { state }) => sum + state.journal.dropped, 0));
    },
  });
  new Gauge({
    name: 'store_orders_sim_orders',
    help: 'Orders of all environments by status',
    labelNames: ['status'],
    registers,
    async collect() {
      const totals = { pending: 0, shipped: 0, cancelled: 0 };
      for (const { state } of parts.environments.all()) {
        const counts = await countOrders(state);
        for (const status of ['pending', 'shipped', 'cancelled'] as const) totals[status] += counts[status];
      }
      for (const [status, count] of Object.entries(totals)) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'store_orders_sim_environments',
    help: 'Environments that exist',
    registers,
    collect() {
      this.set(parts.environments.count);
    },
  });
  return registry;
}

function requestsCounter(traffic: Traffic): Counter {
  return new Counter({
    name: 'store_orders_sim_requests_total',
    help: 'Requests of the service by operation and status; "none" where no answer was sent',
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
    help: 'Faults that have disturbed a request',
    registers: [],
    collect() {
      this.reset();
      this.inc(traffic.faultsFired);
    },
  });
}

const name = 'store_orders_sim_request_duration_seconds';
const help = 'Time from the head of a request to the end of its answer';

/** A histogram whose buckets were counted elsewhere. */
class TrafficHistogram extends Histogram<'operation' | 'le'> {
  readonly #traffic: Traffic;

  constructor(traffic: Traffic) {
    super({ name, help, labelNames: ['operation'], buckets: [...latencyBounds], registers: [] });
    this.#traffic = traffic;
  }

  /** What the registry asks for when it writes text. */
  async getForPromString(): Promise<object> {
    const values = this.#traffic.all().flatMap(bucketValues);
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}

/** Buckets of this form count everything up to their bound. */
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
