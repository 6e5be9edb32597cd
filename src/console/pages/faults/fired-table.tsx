import type { JSX } from 'preact';
import type { Exchange } from '../../../control-api.ts';
import { useLive } from '../../api/use-resource.ts';
import { type Column, Table } from '../../components/table.tsx';
import { journalColumns, journalLooks } from '../journal/journal-columns.tsx';
import { filterOf } from '../journal/journal-filter.ts';

/** How many exchanges are searched, and how many are shown. */
const [searched, shown] = [200, 20];

const did: Column<Exchange> = {
  name: 'did',
  title: 'What the fault did',
  cell: ({ faults }) => faults.map(({ id, did }) => `${id} ${did}`).join('; '),
};

/** The latest exchanges in which a fault fired. */
export function FiredTable({ environment }: { readonly environment: string }): JSX.Element | null {
  const { data } = useLive('journal', environment, { limit: searched });
  const fired = data?.exchanges.filter(({ faults }) => faults.length > 0).slice(0, shown) ?? [];
  if (fired.length === 0) return null;
  const columns = journalColumns(environment, filterOf({})).slice(0, 3);
  return (
    <section class="stack">
      <h2>What fired</h2>
      <Table
        label="What fired"
        className="faults"
        columns={[...columns, did]}
        looks={journalLooks}
        rows={fired}
        rowKey={({ number }) => String(number)}
      />
    </section>
  );
}
