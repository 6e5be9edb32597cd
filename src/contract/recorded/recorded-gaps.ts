import { type ObservableGap, observeRecorded } from '../gaps/gaps.ts';
import { type ReadList, type ReadOrderList, sameOrders } from '../judge/order-list.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import type { GapObservation } from '../report.ts';

/** An order that stays listed for more lists and longer than this is kept; before, the list may only be late: `list-lag`. */
const [latestLists, latestMs] = [2, 10_000];
/** How many cancelled orders are looked for in each list. */
const maxOrders = 1000;

type Observations = readonly (readonly [gap: ObservableGap, observed: string])[];

/** An order whose cancel got a 204, and how many lists showed it since. */
type CancelledOrder = {
  readonly store: string;
  readonly id: bigint;
  readonly endedAt: number;
  listed: number;
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
   * Adds an exchange, after each one that ended before it began, and returns what it shows. `basePath` tells environments
   * apart.
   */
  add(recorded: RecordedExchange, basePath: string): readonly GapObservation[] {
    const { exchange, asked } = recorded;
    const { number, request, outcome } = exchange;
    if (outcome.kind === 'failed' || request.key.kind !== 'valid') return [];
    const { response } = outcome;
    const store = `${asked.keyId} ${basePath}`;
    const lists = request.operationId === 'listOrders';
    if (!lists && response.status === 204) this.#remember(store, recorded);
    const read = lists && response.status === 200 ? this.#readList(response.body) : undefined;
    const list = read?.kind === 'read' ? read : undefined;
    const isPlain = lists && request.query === '';
    const seen = lists ? this.#ofList(store, recorded, response.status, list) : [];
    return [
      ...observeRecorded({ ...recorded, response, isPlain, list }),
      ...seen.map(([gap, observed]) => ({ gap, observed, allowed: true, exchange: number })),
    ];
  }

  /** Forgets the orders, because the target was reset. */
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

  #look(store: string, startedAt: number, list: ReadList): Observations {
    const seen = new Map<string, readonly [ObservableGap, string]>();
    for (const [key, order] of this.#orders) {
      if (order.store !== store || startedAt <= order.endedAt) continue;
      for (const one of lookFor(order, startedAt, list)) {
        seen.set(one.join(), one);
        if (one[1] === 'remove') this.#orders.delete(key);
      }
    }
    return [...seen.values()];
  }

  #remember(store: string, { exchange, endedAt }: RecordedExchange): void {
    const id = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/.exec(exchange.request.path)?.[1];
    const key = `${store} ${id}`;
    if (id === undefined || this.#orders.has(key) || this.#orders.size >= maxOrders) return;
    this.#orders.set(key, { store, id: BigInt(id), endedAt, listed: 0 });
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
  // An order without an id, or with a rounded one, may be this one.
  if (list.withoutId > 0 || list.ids.hasDouble(id)) return [];
  return [['cancelled-in-list', 'remove'], ...(order.listed > 0 ? [['list-lag', 'later'] as const] : [])];
}

/** The gap `list-query`. A list that differs shows nothing: others may have changed it. */
function compareQuery(status: number, list: ReadList | undefined, plain: ReadList): Observations {
  if (status === 400) return [['list-query', 'bad-request']];
  return list !== undefined && list.orders > 0 && sameOrders(plain, list) ? [['list-query', 'ignore']] : [];
}
