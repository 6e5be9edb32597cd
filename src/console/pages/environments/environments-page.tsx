import { useState } from 'preact/hooks';
import type { EnvironmentView } from '../../../control-api.ts';
import { useResource } from '../../api/use-resource.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { CopyButton, DialogButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { KeyValue } from '../../components/key-value.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, type Looks, Pager, pageSize, Table } from '../../components/table.tsx';
import { hrefOf } from '../../route.ts';
import { CreateEnvironment } from './create-environment.tsx';

/** More than so many environments can be searched by name. */
const few = 8;

/** Every environment of the simulator. */
export function EnvironmentsPage() {
  const resource = useResource('GET /environments', {}, true);
  const [name, setName] = useState('');
  const count = resource.data?.environments.length ?? 0;
  return (
    <Page
      fills
      title="Environments"
      intro="Each is a base URL with its own orders, keys, gap choices, faults and journal, so that tests do not meet."
      actions={
        <DialogButton
          tone="primary"
          icon="plus"
          label="Create environment"
          dialog={(close) => <CreateEnvironment onClose={close} />}
        />
      }
    >
      {count > few && (
        <div class="toolbar row">
          <TextField label="Name contains" search value={name} onInput={setName} />
        </div>
      )}
      <Loaded resource={resource}>
        {({ environments }) => (
          <EnvironmentTable environments={environments.filter((view) => view.name.includes(name))} />
        )}
      </Loaded>
    </Page>
  );
}

function EnvironmentTable({ environments }: { readonly environments: readonly EnvironmentView[] }) {
  const [offset, setOffset] = useState(0);
  const total = environments.length;
  const first = offset < total ? offset : 0;
  if (total === 0) return <EmptyState title="No environment has such a name" />;
  return (
    <>
      <Table
        label="Environments"
        className="rows environments"
        columns={
          environments.some(({ expiresAt }) => expiresAt !== undefined) ? [...columns, expiry] : columns
        }
        looks={looks}
        rows={environments.slice(first, first + pageSize)}
        rowKey={({ name }) => name}
      />
      <Pager offset={first} total={total} onChange={setOffset} />
    </>
  );
}

const columns: readonly Column<EnvironmentView>[] = [
  { name: 'name', title: 'Name', cell: ({ name }) => <a href={hrefOf([name, 'orders'])}>{name}</a> },
  {
    name: 'url',
    title: 'Base URL',
    cell: ({ name, baseUrl, path }) => (
      <>
        <code>{baseUrl ?? path}</code>
        <CopyButton text={baseUrl ?? path} label={`Copy the base URL of ${name}`} />
      </>
    ),
  },
  { name: 'key', title: 'API key', cell: ({ name }) => <KeyValue environment={name} /> },
  { name: 'scenario', title: 'Scenario', cell: ({ scenario }) => scenario },
  { name: 'orders', title: 'Orders', cell: ({ orders }) => ordersIn(orders) },
  { name: 'actions', title: 'Actions', cell: (view) => <DeleteButton {...view} /> },
];

const looks: Looks = {
  name: { width: '120px' },
  key: { width: '150px' },
  scenario: { width: '90px' },
  orders: { width: '272px' },
  actions: { width: '84px' },
  expires: { width: '190px' },
};

const expiry: Column<EnvironmentView> = {
  name: 'expires',
  title: 'Deleted by itself at',
  cell: ({ expiresAt }) => expiresAt ?? 'never',
};

const permanent = ['production', 'staging'];

function ordersIn(counts: EnvironmentView['orders']): string {
  const words = (['pending', 'shipped', 'cancelled'] as const).map(
    (status) => `${counts[status].toLocaleString('en')} ${status}`,
  );
  return words.join(', ');
}

function DeleteButton({ name }: EnvironmentView) {
  if (permanent.includes(name)) return null;
  return (
    <ActionButton
      bare
      tone="danger"
      label="Delete"
      action={{
        title: `Delete environment ${name}`,
        route: 'DELETE /environments/{environment}',
        params: { environment: name },
        done: () => `Environment ${name} was deleted`,
      }}
    />
  );
}
