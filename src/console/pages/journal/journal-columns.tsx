import type { JSX } from 'preact';
import type { ExchangeSummary } from '../../../control-api.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import type { Column } from '../../components/table.tsx';
import { hrefOf } from '../../route.ts';
import type { JournalFilter } from './journal-filter.ts';

/** The columns of the journal. The number of an exchange opens it; its link covers the row. */
export function journalColumns(
  environment: string,
  filter: JournalFilter,
): readonly Column<ExchangeSummary>[] {
  return [
    {
      name: 'number',
      title: 'No.',
      cell: ({ number, method, target }) => (
        <a
          class="opens"
          href={hrefOf([environment, 'journal', String(number)], filter)}
          aria-label={`Open exchange ${number}: ${method} ${target}`}
        >
          {number}
        </a>
      ),
    },
    { name: 'time', title: 'Time', cell: ({ begunAt }) => <TimeOfDay of={begunAt} /> },
    {
      name: 'status',
      title: 'Status',
      cell: ({ status, durationMs }) => <Outcome status={status} ended={!Number.isNaN(durationMs)} />,
    },
    {
      name: 'request',
      title: 'Request',
      cell: ({ method, target }) => (
        <>
          <b>{method}</b> <span title={target}>{target}</span>
        </>
      ),
    },
    { name: 'key', title: 'Key', cell: ({ key }) => key ?? <span class="muted">none</span> },
    { name: 'took', title: 'Took', cell: ({ durationMs }) => tookText(durationMs) },
    { name: 'why', title: 'Why', cell: ({ refused }) => <span title={refused}>{refused}</span> },
    { name: 'marks', title: 'Marks', cell: (row) => <Marks row={row} /> },
  ];
}

/** The status of a response; that there was none, or that there is none yet. */
export function Outcome(props: {
  readonly status: number | null | undefined;
  readonly ended: boolean;
}): JSX.Element {
  if (props.status == null && props.ended) return <Badge tone="bad">none</Badge>;
  return <StatusBadge status={props.status ?? undefined} />;
}

function Marks({ row: { faults, held, gaps } }: { readonly row: ExchangeSummary }): JSX.Element {
  return (
    <>
      {faults.length > 0 && <Badge tone="bad">{faults.join(', ')}</Badge>}
      {held && <Badge tone="info">held</Badge>}
      {gaps > 0 && (
        <span
          class="muted"
          title={`The response relied on ${gaps} ${gaps === 1 ? 'choice' : 'choices'} that the specification leaves open`}
        >
          {gaps} {gaps === 1 ? 'gap' : 'gaps'}
        </span>
      )}
    </>
  );
}

function TimeOfDay({ of }: { readonly of: string }): JSX.Element {
  const text = new Date(of).toTimeString().slice(0, 8);
  return (
    <time dateTime={of} title={of}>
      {text}.{of.slice(20, 23)}
    </time>
  );
}

function tookText(durationMs: number): string {
  if (Number.isNaN(durationMs)) return '';
  return `${durationMs.toLocaleString('en', { maximumFractionDigits: durationMs < 10 ? 1 : 0 })} ms`;
}
