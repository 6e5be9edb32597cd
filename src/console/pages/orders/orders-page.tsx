import type { Order, OrderStatus } from '../../../control-api.ts';
import { useLive } from '../../api/use-resource.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button, DialogButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FirstRequests } from '../../components/first-requests.tsx';
import { Page, type PageProps } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, type Looks, Pager, pageSize, Table } from '../../components/table.tsx';
import { useConsole } from '../../console-context.ts';
import { hrefOf, replaceQuery } from '../../route.ts';
import { useStore } from '../../store.ts';
import { AddOrder } from './add-order.tsx';

/** The orders of an environment, with the status that the service never sends. */
export function OrdersPage({ environment, view }: PageProps) {
  const { places } = useConsole();
  const { query } = useStore(places);
  const shown = { status: statusOf(query.status), id: query.id ?? '', offset: Number(query.offset) || 0 };
  const { status, id } = shown;
  const change = (change: Readonly<Record<string, string>>) =>
    replaceQuery(places, { status, id, ...change });
  return (
    <Page
      fills
      title="Orders"
      intro="Only the console shows whether an order is pending, shipped or cancelled: the service never sends it."
      actions={
        <DialogButton
          tone="primary"
          icon="plus"
          label="Add order"
          dialog={(close) => <AddOrder environment={environment} onClose={close} />}
        />
      }
    >
      <div class="toolbar row">
        <StatusFilter counts={view.orders} status={status} onChange={(status) => change({ status })} />
        <TextField
          label="Order id begins with"
          search
          inputMode="numeric"
          value={id}
          onInput={(id) => change({ id: id.replace(/[^-\d]/g, '') })}
        />
      </div>
      <OrderTable
        environment={environment}
        shown={shown}
        onOffset={(offset) => change({ offset: offset === 0 ? '' : String(offset) })}
      />
    </Page>
  );
}

type Shown = { readonly status: OrderStatus | ''; readonly id: string; readonly offset: number };

function OrderTable(props: {
  readonly environment: string;
  readonly shown: Shown;
  readonly onOffset: (offset: number) => void;
}) {
  const { environment, shown, onOffset } = props;
  const { status, id, offset } = shown;
  const query = { status: status || undefined, id: id || undefined, offset, limit: pageSize };
  const resource = useLive('orders', environment, query);
  return (
    <Loaded resource={resource}>
      {({ orders, total }) => (
        <>
          {total === 0 ? (
            <NoOrders environment={environment} shown={shown} />
          ) : (
            <Table
              label="Orders"
              className="rows orders"
              columns={columnsIn(environment)}
              looks={looks}
              rows={orders}
              rowKey={(order, index) => String(order.id ?? index)}
            />
          )}
          <Pager offset={offset} total={total} onChange={onOffset} />
        </>
      )}
    </Loaded>
  );
}

function NoOrders(props: { readonly environment: string; readonly shown: Shown }) {
  const { environment, shown } = props;
  return shown.id !== '' || shown.status !== '' ? (
    <EmptyState title="No order matches">
      <p>Change the filter to see others.</p>
    </EmptyState>
  ) : (
    <EmptyState title="There are no orders" docs="docs/reference/scenarios.md">
      <p>Add one, or change the scenario. Requests get an empty list until then:</p>
      <FirstRequests environment={environment} />
    </EmptyState>
  );
}

const tones: Readonly<Record<OrderStatus, Tone>> = { pending: 'warn', shipped: 'info', cancelled: 'bad' };

const looks: Looks = {
  status: { width: '122px', phone: '92px' },
  id: { look: 'mono' },
  pet: { look: 'mono desk' },
  quantity: { look: 'desk', width: '84px' },
  'ship-date': { look: 'desk', width: '190px' },
  complete: { look: 'desk', width: '88px' },
  actions: { width: '136px', phone: '124px' },
};

function columnsIn(environment: string): readonly Column<Order>[] {
  return [
    { name: 'status', title: 'Status', cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
    { name: 'id', title: 'Order id', cell: ({ id }) => <OrderId environment={environment} id={id} /> },
    { name: 'pet', title: 'Pet id', cell: ({ petId }) => text(petId) },
    { name: 'quantity', title: 'Quantity', cell: ({ quantity }) => text(quantity) },
    { name: 'ship-date', title: 'Ship date', cell: ({ shipDate }) => text(shipDate) },
    { name: 'complete', title: 'Complete', cell: ({ complete }) => text(complete) },
    {
      name: 'actions',
      title: 'Actions',
      cell: (order) => order.id !== undefined && <RowActions environment={environment} order={order} />,
    },
  ];
}

/** Ships an order, or stores it as cancelled. */
function RowActions(props: { readonly environment: string; readonly order: Order }) {
  const { environment, order } = props;
  const { id, status } = order;
  if (status !== 'pending') return null;
  const params = { environment, order: String(id) };
  return (
    <>
      <ActionButton
        bare
        label="Ship"
        action={{
          title: `Ship order ${id}`,
          route: 'POST /environments/{environment}/orders/{order}/ship',
          params,
          done: () => `Order ${id} has shipped`,
        }}
      />
      <ActionButton
        bare
        label="Cancel"
        action={{
          title: `Cancel order ${id}`,
          route: 'PUT /environments/{environment}/orders/{order}',
          params,
          json: { ...order, status: 'cancelled' },
          done: () => `Order ${id} is cancelled`,
        }}
      />
    </>
  );
}

/** The id of an order, which leads to its requests in the journal. */
function OrderId(props: { readonly environment: string; readonly id: bigint | undefined }) {
  const { environment, id } = props;
  if (id === undefined) return <>–</>;
  return (
    <a href={hrefOf([environment, 'journal'], { order: String(id) })} title={`Requests for order ${id}`}>
      {String(id)}
    </a>
  );
}

/** A field of an order as a text, and a dash where the order does not have it. */
function text(value: bigint | string | boolean | undefined): string {
  return value === undefined ? '–' : String(value);
}

function statusOf(text: string | undefined): OrderStatus | '' {
  return text === 'pending' || text === 'shipped' || text === 'cancelled' ? text : '';
}

const statuses = ['pending', 'shipped', 'cancelled'] as const satisfies readonly OrderStatus[];

/** Selects the status of the orders to show, and says how many orders have each. */
function StatusFilter(props: {
  readonly counts: Readonly<Record<OrderStatus, number>>;
  readonly status: OrderStatus | '';
  readonly onChange: (status: OrderStatus | '') => void;
}) {
  const { counts, status, onChange } = props;
  const all = statuses.reduce((sum, name) => sum + counts[name], 0);
  const choices = [['', 'all', all] as const, ...statuses.map((name) => [name, name, counts[name]] as const)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser
    <div class="segments" role="group" aria-label="Status">
      {choices.map(([value, word, count]) => (
        <Button
          key={value}
          tone="quiet"
          label={
            <>
              {word} <span class="muted">{count.toLocaleString('en')}</span>
            </>
          }
          aria-pressed={value === status}
          onClick={() => onChange(value)}
        />
      ))}
    </div>
  );
}
