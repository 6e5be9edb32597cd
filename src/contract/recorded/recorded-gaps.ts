import { type ObservableGap, observeRecorded } from '../gaps/gaps.ts';
import type { ListOperation } from '../history/operation.ts';
import { hasDouble, type ReadList, type ReadOrderList, sameOrders } from '../judge/order-list.ts';
import { cancelOf, type RecordedExchange } from '../recorded-exchange.ts';

/** An order that stays listed for more lists and longer than this is kept; before, the list may only be late: `list-lag`. */
const [latestLists, latestMs] = [2, 10_000];
/** How many cancelled orders are looked for in each list. */
const maxOrders = 1000;

type Observations = readonly (readonly [gap: ObservableGap, observed: string])[];

/** An order whose cancel got a 204, and how many lists showed it since. */
type CancelledOrder = {
  readonly store: string;
  readonly id: bigint;
  readonly path: string;
  readonly endedAt: number;
  listed: number;
  /** Whether a list was without it. */
  left: boolean;
};

/**
 * What exchanges show in the gaps together, or with the headers of their requests. It observes only what the traffic decides:
 * other clients may have sent requests that it does not contain.
 */
export class RecordedGaps {
  readonly #readList: ReadOrderList;
  readonly #orders = new Map<string, CancelledOrder>();
  #plain: { readonly store: string; readonly list: ReadList } | undefined;

  constructor(readList: ReadOrderList) {
    this.#readList = readList;
  }

  /**
   * Adds an exchange, after each one that ended before it began, and returns what it shows: choices in the gaps, and what it
   * says about the orders of its history. `basePath` tells environments apart.
   */
  add(recorded: RecordedExchange, basePath: string) {
    const { exchange, asked } = recorded;
    const { number, request, outcome } = exchange;
    if (outcome.kind === 'failed' || request.key.kind !== 'valid') return { seen: [] };
    const { response } = outcome;
    const store = `${asked.keyId} ${basePath}`;
    const lists = request.operationId === 'listOrders';
    if (!lists && response.status === 204) this.#remember(store, recorded, basePath);
    const read = lists && response.status === 200 ? this.#readList(response.body) : undefined;
    const list = read?.kind === 'read' ? read : undefined;
    const isPlain = lists && request.query === '';
    const seen = lists ? this.#ofList(store, recorded, response.status, list) : [];
    return {
      seen: [
        ...observeRecorded({ ...recorded, response, isPlain, list }),
        ...seen.map(([gap, observed]) => ({ gap, observed, allowed: true, exchange: number })),
      ],
      operation:
        isPlain && list !== undefined ? this.#listOf(store, recorded, list) : cancelOf(recorded, basePath),
    };
  }

  clear(): void {
    this.#orders.clear();
    this.#plain = undefined;
  }

  #ofList(
    store: string,
    { exchange }: RecordedExchange,
    status: number,
    list: ReadList | undefined,
  ): Observations {
    if (exchange.request.query !== '')
      return this.#plain?.store === store ? compareQuery(status, list, this.#plain.list) : [];
    if (list === undefined) return [];
    this.#plain = { store, list };
    return this.#look(store, exchange.startedAt, list);
  }

  /** Returns what a list says about the orders that were cancelled before it, with the same key. */
  #listOf(
    store: string,
    { exchange, endedAt: end }: RecordedExchange,
    list: ReadList,
  ): ListOperation | undefined {
    const { number, startedAt: begin } = exchange;
    const known = [...this.#orders.values()].filter((order) => order.store === store);
    if (known.length === 0) return undefined;
    const paths = (orders: readonly CancelledOrder[]): readonly string[] => orders.map(({ path }) => path);
    return {
      ...{ kind: 'list', begin, end, lane: `exchange ${number}`, exchange: number },
      orders: paths(known.filter(({ id }) => list.ids.has(id))),
      without: paths(known.filter(({ id }) => isWithout(list, id))),
    };
  }

  #look(store: string, startedAt: number, list: ReadList): Observations {
    const seen = new Map<string, readonly [ObservableGap, string]>();
    for (const order of this.#orders.values()) {
      if (order.left || order.store !== store || startedAt <= order.endedAt) continue;
      for (const one of lookFor(order, startedAt, list)) {
        seen.set(one.join(), one);
        if (one[1] === 'remove') order.left = true;
      }
    }
    return [...seen.values()];
  }

  #remember(store: string, { exchange, endedAt }: RecordedExchange, basePath: string): void {
    const id = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/.exec(exchange.request.path)?.[1];
    const key = `${store} ${id}`;
    if (id === undefined || this.#orders.has(key)) return;
    if (this.#orders.size >= maxOrders) {
      const [left] = [...this.#orders].find(([, order]) => order.left) ?? [];
      if (left === undefined) return;
      this.#orders.delete(left);
    }
    const path = basePath + exchange.request.path;
    this.#orders.set(key, { store, id: BigInt(id), path, endedAt, listed: 0, left: false });
  }
}

/** The gaps `cancelled-in-list` and `list-lag`. */
function lookFor(order: CancelledOrder, startedAt: number, list: ReadList): Observations {
  const { id, endedAt } = order;
  if (list.ids.has(id)) {
    order.listed += 1;
    const kept = order.listed > latestLists && startedAt - endedAt >= latestMs;
    return [['cancelled-in-list', kept ? 'keep' : 'still listed']];
  }
  if (!isWithout(list, id)) return [];
  return [['cancelled-in-list', 'remove'], ...(order.listed > 0 ? [['list-lag', 'later'] as const] : [])];
}

/** An order without an id, or with a rounded one, may be the one that is missing. */
function isWithout(list: ReadList, id: bigint): boolean {
  return !list.ids.has(id) && list.withoutId === 0 && !hasDouble(list, id);
}

/** The gap `list-query`. A list that differs shows nothing: others may have changed it. */
function compareQuery(status: number, list: ReadList | undefined, plain: ReadList): Observations {
  if (status === 400) return [['list-query', 'bad-request']];
  return list !== undefined && list.orders > 0 && sameOrders(plain, list) ? [['list-query', 'ignore']] : [];
}
