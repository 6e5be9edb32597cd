import type { JSX } from 'preact';
import type { Exchange } from '../../../control-api.ts';
import { useLive } from '../../api/use-resource.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { hrefOf } from '../../route.ts';

/** How many exchanges are searched, and how many are shown. */
const [searched, shown] = [200, 20];

/** The latest exchanges in which a fault fired. */
export function FiredTable({ environment }: { readonly environment: string }): JSX.Element | null {
  const { data } = useLive('journal', environment, { limit: searched });
  const fired = data?.exchanges.filter(({ faults }) => faults.length > 0).slice(0, shown) ?? [];
  if (fired.length === 0) return null;
  const columns: readonly Column<Exchange>[] = [
    {
      name: 'number',
      title: 'Exchange',
      cell: ({ number }) => (
        <a href={hrefOf([environment, 'journal', String(number)])}>
          <span class="hidden">Open exchange </span>
          {number}
        </a>
      ),
    },
    {
      name: 'request',
      title: 'Request',
      cell: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
    },
    {
      name: 'status',
      title: 'Response',
      cell: ({ answer }) =>
        answer === undefined ? <span class="muted">none</span> : <StatusBadge status={answer.status} />,
    },
    {
      name: 'did',
      title: 'What the fault did',
      cell: ({ faults }) => faults.map(({ id, did }) => `${id} ${did}`).join('; '),
    },
  ];
  return (
    <section class="stack">
      <h2>What fired</h2>
      <Table
        label="What fired"
        className="faults"
        columns={columns}
        looks={{ number: { look: 'mono' } }}
        rows={fired}
        rowKey={({ number }) => String(number)}
      />
    </section>
  );
}
