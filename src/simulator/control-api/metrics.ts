import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countByStatus } from '../environment/summary.ts';
import { latencyBounds, type Traffic } from '../environment/traffic.ts';
import type { ControlContext } from './control-context.ts';

// biome-ignore lint/plugin: a registry exists as long as its simulator, and is loaded by the first scrape.
const registries = new WeakMap<ControlContext, Registry>();

/** Returns every metric of a simulator as text, with its media type. Each simulator has its own registry. */
export async function writeMetrics(context: ControlContext): Promise<{ text: string; type: string }> {
  let registry = registries.get(context);
  if (registry === undefined) {
    registry = createRegistry(context);
    registries.set(context, registry);
  }
  return { text: (await registry.metrics()) + writeDurations(context.traffic), type: registry.contentType };
}

type Row = {
  readonly kind: typeof Counter | typeof Gauge;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly samples: () => readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
};

function createRegistry(context: ControlContext): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { kind: Kind, help, labels = [], samples }] of Object.entries(rowsOf(context)))
    new Kind({
      ...{ name: `store_orders_sim_${name}`, help, labelNames: [...labels], registers: [registry] },
      collect() {
        this.reset();
        for (const [of, value] of samples()) this.inc(of, value);
      },
    });
  return registry;
}

function rowsOf({ replica, traffic, environments }: ControlContext): Readonly<Record<string, Row>> {
  const states = () => environments.all().map(({ state }) => state);
  return {
    replica_info: {
      kind: Gauge,
      help: 'Always 1; the label is the name of the process that responded',
      labels: ['replica'],
      samples: () => [[{ replica }, 1]],
    },
    requests_total: {
      kind: Counter,
      help: 'Requests of the service, by operation and status; "none" if no response was sent',
      labels: ['operation', 'status'],
      samples: () =>
        traffic
          .all()
          .flatMap(({ operation, byStatus }) =>
            [...byStatus].map(
              ([status, count]) => [{ operation, status: `${status || 'none'}` }, count] as const,
            ),
          ),
    },
    faults_fired_total: {
      kind: Counter,
      help: 'Faults that have fired',
      samples: () => [[{}, traffic.faultsFired]],
    },
    refused_connections_total: {
      kind: Counter,
      help: 'Connections to either port that were refused before a request was read, by reason',
      labels: ['reason'],
      samples: () => [...traffic.refused].map(([reason, count]) => [{ reason }, count]),
    },
    journal_dropped: {
      kind: Gauge,
      help: 'Exchanges dropped from full journals since each journal was last cleared',
      samples: () => states().map(({ journal }) => [{}, journal.counts().dropped]),
    },
    orders: {
      kind: Gauge,
      help: 'Orders of all environments, by status',
      labels: ['status'],
      samples: () =>
        states().flatMap((state) =>
          Object.entries(countByStatus(state)).map(([status, count]) => [{ status }, count] as const),
        ),
    },
    environments: {
      kind: Gauge,
      help: 'Number of environments',
      samples: () => [[{}, environments.all().length]],
    },
  };
}

/** Writes the histogram of durations. Its buckets are counted by `Traffic`, and are cumulative here, as Prometheus expects. */
function writeDurations(traffic: Traffic): string {
  const name = 'store_orders_sim_request_duration_seconds';
  const lines = traffic.all().flatMap(({ operation, buckets, seconds }) => {
    let total = 0;
    const counted = buckets.map((count, at) => {
      total += count;
      return `${name}_bucket{operation="${operation}",le="${latencyBounds[at] ?? '+Inf'}"} ${total}`;
    });
    const of = `{operation="${operation}"}`;
    return [...counted, `${name}_sum${of} ${seconds}`, `${name}_count${of} ${total}`];
  });
  const help = `# HELP ${name} Time from the head of a request to the end of its response`;
  return ['', help, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
}
