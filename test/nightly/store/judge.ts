import { History } from '../../../src/contract/history/history.ts';
import type { Operation } from '../../../src/contract/history/operation.ts';
import { type Effect, findViolation } from '../../simulator/orders/linearizability/register.ts';

/** What a client asked for. A `put`, which creates or replaces the environment, and a `load` bring a generation of orders. */
export type Asked = {
  readonly kind: 'cancel' | 'list' | 'put' | 'load' | 'reset' | 'delete';
  readonly environment: string;
  /** That of the new orders, or of the order. In production it is 0. */
  readonly generation: number;
  readonly id: number;
};

/** A request with its outcome. The status is 0 if there was no response. */
export type Done = Asked & {
  readonly begin: number;
  readonly end: number;
  readonly lane: string;
  readonly status: number;
  /** The ids of a list. */
  readonly ids: ReadonlySet<number>;
};

/** How many ids a generation may have. */
export const generationSize = 100;
const generationOf = (id: number): number => Math.floor(id / generationSize);

export const isKnown = ({ status }: Done): boolean => [200, 201, 204, 404, 409].includes(status);

/** Returns what no order of events explains. */
export function judge(all: readonly Done[]): readonly string[] {
  const environments = [...new Set(all.map(({ environment }) => environment))];
  return environments.flatMap((environment) => {
    const done = all
      .filter((one) => one.environment === environment)
      .sort((one, other) => one.begin - other.begin);
    // The judge of histories knows no reset, which makes a cancelled order pending.
    const byHistory = done.some(({ kind }) => kind === 'reset') ? [] : judgeHistory(done);
    return [...byHistory, ...(environment === 'production' ? [] : judgeRegisters(done))].map(
      (violation) => `${environment}: ${violation}`,
    );
  });
}

function judgeHistory(done: readonly Done[]): readonly string[] {
  const operations = done.flatMap((one) => operationOf(one) ?? []);
  const history = new History();
  const contradictions = operations
    .flatMap((operation) => history.add(operation).contradictions)
    .map(({ rule, order, why }) => `${rule} ${order}: ${why}`);
  const cancels = operations.filter((operation) => operation.kind === 'cancel');
  const ordersOf = (isOf: (status: number | undefined) => boolean) =>
    new Set(cancels.filter(({ status }) => isOf(status)).map(({ order }) => order));
  const won = ordersOf((status) => status === 204 || status === undefined);
  const lost = [...ordersOf((status) => status === 409)].filter((order) => !won.has(order));
  return [
    ...contradictions,
    ...judgeLists(operations),
    ...lost.map((order) => `${order} is cancelled, and no cancel may have succeeded`),
  ];
}

/** No list shows an order that a cancel, which ended before, showed to be cancelled: by a 204 or 409, since no order ships, or by a 404. */
function judgeLists(operations: readonly Operation[]): readonly string[] {
  const cancelledAt = new Map<string, number>();
  const seenAt = new Map<string, number>();
  const keepFirst = (times: Map<string, number>, order: string, end: number) =>
    times.set(order, Math.min(end, times.get(order) ?? end));
  for (const { end, ...operation } of operations.toSorted((one, other) => one.end - other.end))
    if (operation.kind === 'list') for (const order of operation.orders) keepFirst(seenAt, order, end);
    else if (operation.status !== undefined) {
      const { order, status, begin } = operation;
      if (status !== 404 || (seenAt.get(order) ?? begin) < begin) keepFirst(cancelledAt, order, end);
      if (status !== 404) keepFirst(seenAt, order, end);
    }
  return operations.flatMap((operation) =>
    (operation.kind === 'list' ? operation.orders : [])
      .filter((order) => (cancelledAt.get(order) ?? operation.begin) < operation.begin)
      .map((order) => `${order} is listed after a cancel of it ended`),
  );
}

function operationOf(done: Done): Operation | undefined {
  const { kind, begin, end, status, id, ids } = done;
  const exchange = 0;
  const order = `/store/orders/${id}`;
  if (kind === 'list' && isKnown(done))
    return { kind, begin, end, exchange, orders: [...ids].map((each) => `/store/orders/${each}`) };
  if (kind !== 'cancel') return undefined;
  return isKnown(done)
    ? { kind, begin, end, exchange, order, status }
    : { kind, begin, exchange, order, end: Number.POSITIVE_INFINITY, status: undefined };
}

/** Judges each order as a register. An order is absent unless its generation is that of the environment. */
function judgeRegisters(done: readonly Done[]): readonly string[] {
  const orders = new Set(done.filter(({ kind }) => kind === 'cancel').map(({ id }) => id));
  return [...orders].flatMap((id) => {
    const brought = done.find(({ kind, generation }) => isBringing(kind) && generation === generationOf(id));
    const operations = done.flatMap((one) => {
      // A change that a client did not see made may still be made, by a call that is under way.
      const end = isKnown(one) ? one.end : Number.POSITIVE_INFINITY;
      const effect = end < (brought?.begin ?? 0) ? undefined : effectOn(id, one);
      return effect === undefined ? [] : [{ begin: one.begin, end, effect, one }];
    });
    const violation = findViolation(operations, 'absent');
    return violation === undefined ? [] : [`order ${id}: ${JSON.stringify(violation)}`];
  });
}

const isBringing = (kind: Done['kind']): boolean => kind === 'put' || kind === 'load';

/** Returns what an operation shows of an order, and does to it. An unknown outcome is only of interest if it has an effect. */
function effectOn(id: number, done: Done): Effect | undefined {
  const { kind, status, ids, generation } = done;
  const [known, mine] = [isKnown(done), generation === generationOf(id)];
  if (kind === 'list') return known ? { met: [metInList(id, status, ids)] } : undefined;
  if (kind === 'cancel') return effectOfCancel(id, done, mine);
  if (status === 404 || (kind === 'put' && status === 201 && !mine)) return { met: ['absent'] };
  if (kind === 'reset')
    return known
      ? { met: ['absent', 'pending', 'cancelled'], leaves: { cancelled: 'pending' } }
      : { met: ['cancelled'], leaves: 'pending' };
  if (isBringing(kind) && mine)
    return { met: status === 201 ? ['absent'] : ['absent', 'pending', 'cancelled'], leaves: 'pending' };
  return { met: known ? ['absent', 'pending', 'cancelled'] : ['pending', 'cancelled'], leaves: 'absent' };
}

function metInList(id: number, status: number, ids: ReadonlySet<number>): 'absent' | 'pending' | 'cancelled' {
  if (status === 404) return 'absent';
  if (ids.has(id)) return 'pending';
  // A list has at least the order that no client cancels.
  const [first = 0] = ids;
  return generationOf(first) === generationOf(id) ? 'cancelled' : 'absent';
}

function effectOfCancel(id: number, done: Done, mine: boolean): Effect | undefined {
  const { status } = done;
  const isSame = done.id === id;
  if (status === 404) return mine ? { met: ['absent'] } : undefined;
  if (status === 204 || status === 409) {
    if (!mine) return { met: ['absent'] };
    if (!isSame) return { met: ['pending', 'cancelled'] };
    return status === 409 ? { met: ['cancelled'] } : { met: ['pending'], leaves: 'cancelled' };
  }
  return isSame ? { met: ['pending'], leaves: 'cancelled' } : undefined;
}
