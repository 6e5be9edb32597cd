import { type ObservableGap, observeRecorded } from '../gaps/gaps.ts';
import type { Operation } from '../history/operation.ts';
import { hasDouble, type ReadList, type ReadOrderList } from '../judge/order-list.ts';
import { cancelOf, type RecordedExchange } from '../recorded-exchange.ts';
import type { GapObservation } from '../report.ts';

/** An order that stays listed for more lists and longer than this is kept; before, the list may only be late: `list-lag`. */
const [latestLists, latestMs] = [2, 10_000];
const maxOrders = 1000;

type Observations = readonly (readonly [gap: ObservableGap, observed: string])[];

/** An order whose cancel got a 204, and how many lists showed it since. */
type CancelledOrder = {
  readonly store: string;
  readonly id: bigint;
  readonly path: string;
  readonly endedAt: number;
  listed: number;
  left: boolean;
};

type Shown = { readonly seen: readonly GapObservation[]; readonly operation?: Operation | undefined };

/**
 * What exchanges show in the gaps together, or with the headers of their requests. It observes only what the traffic decides:
 * other clients may have sent requests that it does not contain.
 */
export class RecordedGaps {
  readonly #readList: ReadOrderList;
  readonly #orders = new Map<string, CancelledOrder>();

  constructor(readList: ReadOrderList) {
    this.#readList = readList;
  }

  /** Adds an exchange, after each one that ended before it began. `basePath` tells environments apart. */
  add(recorded: RecordedExchange, basePath: string): Shown {
    const { exchange, asked, endedAt: end, headersComplete } = recorded;
    const { number, request, outcome, startedAt: begin } = exchange;
    if (outcome.kind === 'failed' || request.key.kind !== 'valid') return { seen: [] };
    const { response } = outcome;
    const store = `${asked.keyId} ${basePath}`;
    if (request.operationId !== 'listOrders') {
      if (response.status === 204) this.#remember(store, recorded, basePath);
      return { seen: [], operation: cancelOf(recorded, basePath) };
    }
    if (request.query !== '') return { seen: [] };
    const isRead = response.status === 200 || (response.status === 406 && asked.noJson);
    const seen = isRead && headersComplete ? observeRecorded({ ...recorded, response }) : [];
    const list = response.status === 200 ? this.#readList(response.body) : undefined;
    if (list?.kind !== 'read') return { seen };
    const known = [...this.#orders.values()].filter((order) => order.store === store);
    const pathsOf = (has: (order: CancelledOrder) => boolean): string[] =>
      known.filter(has).map(({ path }) => path);
    const lists = known.length > 0 && {
      ...({ kind: 'list', begin, end, lane: `exchange ${number}`, exchange: number } as const),
      orders: pathsOf(({ id }) => list.ids.has(id)),
      without: pathsOf(({ id }) => isWithout(list, id)),
    };
    const later = known.filter(({ left, endedAt }) => !left && begin > endedAt);
    const looked = new Map(
      later.flatMap((order) => lookFor(order, begin, list)).map((one) => [one.join(), one]),
    );
    return {
      seen: [
        ...seen,
        ...[...looked.values()].map(([gap, observed]) => ({
          gap,
          observed,
          allowed: true,
          exchange: number,
        })),
      ],
      operation: lists || undefined,
    };
  }

  clear(): void {
    this.#orders.clear();
  }

  #remember(store: string, { exchange, endedAt }: RecordedExchange, basePath: string): void {
    const id = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/.exec(exchange.request.path)?.[1];
    const key = `${store} ${id}`;
    if (id === undefined || this.#orders.has(key) || this.#orders.size >= maxOrders) return;
    const path = basePath + exchange.request.path;
    this.#orders.set(key, { store, id: BigInt(id), path, endedAt, listed: 0, left: false });
  }
}

function lookFor(order: CancelledOrder, startedAt: number, list: ReadList): Observations {
  const { id, endedAt } = order;
  if (list.ids.has(id)) {
    order.listed += 1;
    const kept = order.listed > latestLists && startedAt - endedAt >= latestMs;
    return [['cancelled-in-list', kept ? 'keep' : 'still listed']];
  }
  if (!isWithout(list, id)) return [];
  order.left = true;
  return [['cancelled-in-list', 'remove'], ...(order.listed > 0 ? [['list-lag', 'later'] as const] : [])];
}

/** An order without an id, or with a rounded one, may be the one that is missing. */
function isWithout(list: ReadList, id: bigint): boolean {
  return !list.ids.has(id) && list.withoutId === 0 && !hasDouble(list, id);
}
