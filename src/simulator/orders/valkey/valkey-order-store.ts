import type { MaybePromise } from '../../../maybe-promise.ts';
import type { CancelOutcome, OrderList, OrderStore, PlacedOrder, ShipOutcome } from '../order-store.ts';
import { type OrderMirror, type StatusLetter, writePlaced } from './order-mirror.ts';

/** One change of an order: `c` cancels, `s` ships, `p` puts, `x` removes. */
export type OrderChange = {
  readonly kind: 'c' | 's' | 'p' | 'x';
  /** Empty for an order without an id. */
  readonly id: string;
  /** The status of the order in the scenario. */
  readonly base: StatusLetter;
  readonly payload: string;
};

/** The outcome of a change: `done`, or the status because of which nothing changed. */
export type ChangeOutcome = { readonly done: true } | { readonly done: false; readonly status: StatusLetter };

/** Where the store makes its changes. */
export type OrderAccess = {
  readonly mirror: OrderMirror;
  /** Makes a change in one atomic step. The mirror has it when the promise resolves. */
  change(change: OrderChange): Promise<ChangeOutcome & { readonly revision: number }>;
  /** Brings the mirror up to date before a read; nothing if the request that reads has done so. */
  refresh(): MaybePromise<void>;
};

/**
 * The orders of an environment that processes share. A function in Valkey reads, decides and writes in one step; lists come
 * from the copy in this process.
 */
export class ValkeyOrderStore implements OrderStore {
  readonly #access: OrderAccess;

  constructor(access: OrderAccess) {
    this.#access = access;
  }

  list(): MaybePromise<OrderList> {
    const refreshed = this.#access.refresh();
    return refreshed === undefined ? this.#access.mirror.list() : this.#listAfter(refreshed);
  }

  async get(id: bigint): Promise<PlacedOrder | undefined> {
    await this.#access.refresh();
    return this.#access.mirror.get(id);
  }

  async cancel(id: bigint, lag = ''): Promise<CancelOutcome> {
    const outcome = await this.#change('c', id, lag);
    if (outcome.done) return { kind: 'cancelled', sequence: outcome.revision };
    switch (outcome.status) {
      case 's':
        return { kind: 'already-shipped' };
      case 'c':
        return { kind: 'already-cancelled' };
      default:
        return { kind: 'unknown' };
    }
  }

  async ship(id: bigint, options?: { readonly force?: boolean }): Promise<ShipOutcome> {
    const outcome = await this.#change('s', id, options?.force === true ? 'force' : '');
    const order = (await this.#access.mirror.get(id))?.order ?? { id };
    if (outcome.done) return { kind: 'shipped', order, sequence: outcome.revision };
    switch (outcome.status) {
      case 's':
        return { kind: 'already-shipped', order };
      case 'c':
        return { kind: 'already-cancelled', order };
      default:
        return { kind: 'unknown' };
    }
  }

  async put(placed: PlacedOrder): Promise<void> {
    const { id } = placed.order;
    const base = id === undefined ? '-' : this.#access.mirror.statusAtStart(id);
    await this.#access.change({
      kind: 'p',
      id: id === undefined ? '' : `${id}`,
      base,
      payload: writePlaced(placed),
    });
  }

  async remove(id: bigint): Promise<boolean> {
    return (await this.#change('x', id, '')).done;
  }

  #change(kind: OrderChange['kind'], id: bigint, payload: string) {
    const base = this.#access.mirror.statusAtStart(id);
    return this.#access.change({ kind, id: `${id}`, base, payload });
  }

  async #listAfter(refreshed: MaybePromise<void>): Promise<OrderList> {
    await refreshed;
    return this.#access.mirror.list();
  }
}
