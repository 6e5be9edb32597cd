import './metrics.css';
import type { JSX } from 'preact';
import { curlOf } from '../../api/action.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useConsole } from '../../console-context.ts';
import { quantile, type Sample, sumBy, sumOf } from './read-metrics.ts';
import { type Reading, useMetrics } from './use-metrics.ts';

const requests = 'store_orders_sim_requests_total';

export function MetricsPage(): JSX.Element {
  const { base } = useConsole();
  const { readings, error } = useMetrics();
  return (
    <Page
      title="Metrics"
      intro="The whole simulator, read every two seconds while this page is open. Prometheus reads the same."
      actions={
        <CopyButton
          icon="terminal"
          text={curlOf(base, { route: 'GET /metrics' })}
          label="Copy as curl: Get the metrics"
        >
          curl
        </CopyButton>
      }
    >
      <Loaded resource={{ data: readings.at(-1), error }}>
        {(latest) => <Figures readings={readings} latest={latest} />}
      </Loaded>
    </Page>
  );
}

type FiguresProps = { readonly readings: readonly Reading[]; readonly latest: Reading };

function Figures({ readings, latest }: FiguresProps): JSX.Element {
  const rates = readings.slice(1).map((reading, at) => rate(readings[at] ?? reading, reading));
  const before = readings.at(0)?.samples ?? [];
  const { samples } = latest;
  const orders = sumBy(samples, 'store_orders_sim_orders', 'status');
  const tiles = [
    ['Requests per second', number(rates.at(-1) ?? 0)],
    ['Requests so far', number(sumOf(samples, requests))],
    ['Latency, p95', milliseconds(quantile(readings.length > 1 ? before : [], samples, 0.95))],
    ['Faults fired', number(sumOf(samples, 'store_orders_sim_faults_fired_total'))],
    ['Orders', number([...orders.values()].reduce((sum, count) => sum + count, 0))],
    ['Environments', number(sumOf(samples, 'store_orders_sim_environments'))],
    ['Memory', `${number(sumOf(samples, 'process_resident_memory_bytes') / 2 ** 20)} MiB`],
    ['Event loop lag, p99', milliseconds(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds'))],
  ];
  return (
    <>
      <dl class="tiles">
        {tiles.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section class="panel">
        <h2>Requests per second, last two minutes</h2>
        <Chart slots={60} values={rates} label={`Requests per second, now ${number(rates.at(-1) ?? 0)}`} />
        <p class="hint">Highest: {number(Math.max(0, ...rates))} requests per second</p>
      </section>
      <RequestTable counts={byOperation(samples)} />
    </>
  );
}

function rate(before: Reading, after: Reading): number {
  const count = sumOf(after.samples, requests) - sumOf(before.samples, requests);
  return Math.max(0, (count * 1000) / (after.at - before.at));
}

function byOperation(samples: readonly Sample[]) {
  return samples
    .filter(({ name }) => name === requests)
    .map(({ labels, value }) => ({
      operation: labels.operation ?? '',
      status: labels.status ?? '',
      count: value,
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function milliseconds(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  return Number.isFinite(seconds) ? `${number(seconds * 1000)} ms` : 'longer than counted';
}

const [width, height] = [600, 120];

/** Columns of a value over time, newest at the right. `label` says what it shows, for those who do not see it. */
function Chart(props: {
  readonly label: string;
  readonly values: readonly number[];
  readonly slots: number;
}): JSX.Element {
  const { label, values, slots } = props;
  const top = Math.max(1, ...values);
  const step = width / slots;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, at) => {
        const size = (value / top) * height;
        const x = width - (values.length - at) * step;
        return <rect key={x} x={x + 1} y={height - size} width={step - 2} height={size} />;
      })}
    </svg>
  );
}

type Count = { readonly operation: string; readonly status: string; readonly count: number };

/** How many requests of each operation had each status. */
function RequestTable({ counts }: { readonly counts: readonly Count[] }): JSX.Element {
  if (counts.length === 0) return <EmptyState title="No request of the service yet" />;
  return (
    <Table
      label="Requests by operation and status"
      columns={columns}
      rows={counts}
      rowKey={({ operation, status }) => `${operation} ${status}`}
    />
  );
}

const columns: readonly Column<Count>[] = [
  { name: 'operation', title: 'Operation', cell: ({ operation }) => operation },
  {
    name: 'status',
    title: 'Status',
    cell: ({ status }) => (status === 'none' ? 'no response' : <StatusBadge status={Number(status)} />),
  },
  { name: 'count', title: 'Requests', cell: ({ count }) => count.toLocaleString('en') },
];
