import type { FaultStatus } from '../../../control-api.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { type Column, Table } from '../../components/table.tsx';

export function FaultTable(props: { readonly environment: string; readonly faults: readonly FaultStatus[] }) {
  const { environment, faults } = props;
  const columns: readonly Column<FaultStatus>[] = [
    { name: 'fault', title: 'Fault', cell: ({ id }) => id },
    { name: 'what', title: 'What it does', cell: (fault) => <code>{whatOf(fault)}</code> },
    { name: 'limits', title: 'Whom, and how often', cell: limitsOf },
    { name: 'fired', title: 'Fired', cell: ({ fired, matched }) => firedText(fired, matched) },
    { name: 'state', title: 'State', cell: (fault) => <State fault={fault} /> },
    {
      name: 'actions',
      title: 'Actions',
      cell: ({ id }) => (
        <ActionButton
          bare
          label="Delete"
          action={{
            title: `Delete the fault ${id}`,
            route: 'DELETE /environments/{environment}/faults/{fault}',
            params: { environment, fault: id },
            done: () => `The fault ${id} was deleted`,
          }}
        />
      ),
    },
  ];
  return <Table label="Faults" className="faults" columns={columns} rows={faults} rowKey={({ id }) => id} />;
}

function State({ fault: { ended, fired } }: { readonly fault: FaultStatus }) {
  if (ended) return <Badge tone="neutral">ended</Badge>;
  return fired > 0 ? <Badge tone="bad">firing</Badge> : <Badge tone="warn">armed</Badge>;
}

/** In other columns. */
const apart = ['id', 'addedAt', 'endsAt', 'ended', 'matched', 'fired'];
const limits = ['operation', 'orderId', 'key', 'times', 'every', 'probability', 'duration'];

function whatOf({ kind, ...fault }: FaultStatus): string {
  const own = Object.entries(fault).filter(([name]) => !apart.includes(name) && !limits.includes(name));
  return [kind, ...own.map(([name, value]) => wordsOf(name, value))].join(', ');
}

function limitsOf(fault: FaultStatus): string {
  const { operation, orderId, key, times, every, probability, endsAt } = fault;
  return [
    operation ?? 'every operation',
    orderId !== undefined && `order ${orderId}`,
    key,
    times !== undefined && (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`),
    every !== undefined && `on match ${every}, ${2 * every}, …`,
    probability !== undefined && `probability ${probability}`,
    endsAt !== undefined && `until ${endsAt}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The names of the fields that the API returns in milliseconds. */
const times = ['delay', 'interval', 'per'];

function wordsOf(name: string, value: unknown): string {
  const text =
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([part, inner]) => `${part} ${inner}`)
          .join(' ')
      : String(value);
  return times.includes(name) ? `${name} ${text} ms` : `${name} ${text}`;
}

function firedText(fired: number, matched: number): string {
  const times = fired === 1 ? 'once' : `${fired.toLocaleString('en')} times`;
  return fired === 0 && matched === 0 ? 'not yet' : `${times}, of ${matched.toLocaleString('en')} matching`;
}
