import type { JSX } from 'preact';
import { StatusBadge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';

type Count = { readonly operation: string; readonly status: string; readonly count: number };

/** How many requests of each operation had each status. */
export function RequestTable({ counts }: { readonly counts: readonly Count[] }): JSX.Element {
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
