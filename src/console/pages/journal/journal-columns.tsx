import type { Exchange } from '../../../control-api.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import type { Column, Looks } from '../../components/table.tsx';
import { hrefOf } from '../../route.ts';
import type { JournalFilter } from './journal-filter.tsx';

export const journalLooks: Looks = {
  number: { look: 'mono', width: '64px', phone: '60px' },
  // The longest order id: DELETE …/-9223372036854775808
  request: { look: 'mono', width: '276px', phone: 'auto' },
  status: { width: '84px' },
  time: { look: 'desk', width: '124px' },
  key: { look: 'desk', width: '76px' },
  took: { look: 'desk', width: '88px' },
  why: { look: 'desk' },
  marks: { look: 'desk', width: '116px' },
};

/** The columns of the journal. The number of an exchange opens it; its link covers the row. */
export function journalColumns(environment: string, filter: JournalFilter): readonly Column<Exchange>[] {
  return [
    {
      name: 'number',
      title: 'No.',
      cell: ({ number, method, path, query }) => (
        <a
          class="opens"
          href={hrefOf([environment, 'journal', String(number)], filter)}
          aria-label={`Open exchange ${number}: ${method} ${path}${query}`}
        >
          {number}
        </a>
      ),
    },
    {
      name: 'request',
      title: 'Request',
      cell: ({ method, path, query }) => (
        <span title={path + query}>
          <b>{method}</b> {path.replace(/^.+(?=\/[^/]+$)/, '…')}
          {query}
        </span>
      ),
    },
    {
      name: 'status',
      title: 'Status',
      cell: ({ answer, endedAt }) => <Outcome status={answer?.status} ended={endedAt !== undefined} />,
    },
    { name: 'time', title: 'Time', cell: ({ begunAt }) => <TimeOfDay of={begunAt} /> },
    { name: 'key', title: 'Key', cell: ({ key }) => key ?? <span class="muted">none</span> },
    { name: 'took', title: 'Took', cell: tookText },
    { name: 'why', title: 'Why', cell: ({ refused }) => <span title={refused?.why}>{refused?.why}</span> },
    { name: 'marks', title: 'Marks', cell: (exchange) => <Marks exchange={exchange} /> },
  ];
}

/** The status of a response; that there was none, or that there is none yet. */
export function Outcome(props: { readonly status: number | undefined; readonly ended: boolean }) {
  if (props.status === undefined && props.ended) return <Badge tone="bad">none</Badge>;
  return <StatusBadge status={props.status} />;
}

function Marks({ exchange: { faults, gate, gaps } }: { readonly exchange: Exchange }) {
  const count = Object.keys(gaps).length;
  return (
    <>
      {faults.length > 0 && <Badge tone="bad">{faults.map(({ id }) => id).join(', ')}</Badge>}
      {gate !== undefined && <Badge tone="info">held</Badge>}
      {count > 0 && (
        <span
          class="muted"
          title={`The response relied on ${count} ${count === 1 ? 'choice' : 'choices'} that the specification leaves open`}
        >
          {count} {count === 1 ? 'gap' : 'gaps'}
        </span>
      )}
    </>
  );
}

function TimeOfDay({ of }: { readonly of: string }) {
  const text = new Date(of).toTimeString().slice(0, 8);
  return (
    <time dateTime={of} title={of}>
      {text}.{of.slice(20, 23)}
    </time>
  );
}

function tookText({ begunAt, endedAt }: Exchange): string {
  if (endedAt === undefined) return '';
  return `${(Date.parse(endedAt) - Date.parse(begunAt)).toLocaleString('en')} ms`;
}
