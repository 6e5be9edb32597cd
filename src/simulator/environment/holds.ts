import type { Clock } from '../../clock.ts';
import type { HeldRequest } from '../../control-api.ts';
import { type Pauses, Watch } from './pauses.ts';

/** Which cancels a hold stops, and for how long: only a cancel has a commit to hold. */
export type HoldSettings = {
  /** Default: `gate-1`, `gate-2`, … */
  readonly id?: string | undefined;
  /** Holds only cancels of this order. */
  readonly orderId?: bigint | undefined;
  /** The maximum number of requests to hold. */
  readonly count?: number | undefined;
  /** Closes this long after it was opened, in milliseconds on the machine's clock. Default: 10,000; maximum: 60,000. */
  readonly timeoutMs?: number | undefined;
};

/** The maximum number of open holds of an environment. Each cancel is compared with all of them. */
export const maxHolds = 1_000;

/** The outcome of a release: the exchanges in the order of their commits, which are done. */
export type Release =
  | { readonly kind: 'released'; readonly exchanges: readonly number[] }
  | { readonly kind: 'no-hold' }
  | { readonly kind: 'not-waiting'; readonly exchange: number };

/** An open hold. */
export type Hold = Pick<HoldSettings, 'orderId' | 'count'> & {
  readonly id: string;
  readonly timeoutMs: number;
  readonly closesAt: number;
  readonly closed: AbortController;
  /** By the number of their exchange, the longest waiting first. */
  readonly waiting: Map<number, { readonly request: HeldRequest; readonly commit: () => void }>;
  /** How many requests it held so far. */
  held: number;
};

/** The holds of a state, with which a test decides a race. When the state ends, every held cancel continues. */
export class Holds {
  readonly #pauses: Pauses;
  readonly #machine: Clock;
  readonly #holds = new Map<string, Hold>();
  readonly #changed: Watch;
  #numbered = 0;

  constructor(pauses: Pauses, machine: Clock) {
    this.#pauses = pauses;
    this.#changed = new Watch(pauses);
    this.#machine = machine;
    pauses.ended.addEventListener('abort', () => {
      for (const id of this.#holds.keys()) this.close(id);
    });
  }

  list() {
    return [...this.#holds.values()].map((hold) => this.#view(hold));
  }

  get(id: string) {
    const hold = this.#holds.get(id);
    return hold && this.#view(hold);
  }

  open(settings: HoldSettings) {
    let { id = '' } = settings;
    while (id === '' || (settings.id === undefined && this.#holds.has(id))) id = `gate-${++this.#numbered}`;
    if (this.#holds.has(id)) return { kind: 'duplicate-id', id } as const;
    if (this.#holds.size >= maxHolds) return { kind: 'too-many', most: maxHolds } as const;
    const { orderId, count, timeoutMs = 10_000 } = settings;
    const closesAt = this.#machine.now() + timeoutMs;
    const closed = new AbortController();
    const hold = { id, orderId, count, timeoutMs, closesAt, closed, waiting: new Map(), held: 0 };
    this.#holds.set(id, hold);
    this.#changed.notify();
    void this.#pauses.pause(timeoutMs, closed.signal).then(() => {
      if (!closed.signal.aborted) this.close(id);
    });
    return { kind: 'opened', hold: this.#view(hold) } as const;
  }

  /** Returns the hold that stops a cancel of an order, if there is one. */
  find(orderId: bigint): Hold | undefined {
    if (this.#holds.size === 0) return undefined;
    return [...this.#holds.values()].find(
      (one) => one.held < (one.count ?? Number.POSITIVE_INFINITY) && (one.orderId ?? orderId) === orderId,
    );
  }

  /** Stops a cancel until its release. Resolves to its result, or to undefined, without a commit, if its client leaves before. */
  stop<Result>(
    hold: Hold,
    request: HeldRequest,
    commit: () => Result,
    gone: AbortSignal,
  ): Promise<Result | undefined> {
    const { promise, resolve } = Promise.withResolvers<Result | undefined>();
    const leave = (): void => {
      if (hold.waiting.delete(request.exchange)) this.#changed.notify();
      resolve(undefined);
    };
    hold.held += 1;
    hold.waiting.set(request.exchange, {
      request,
      commit: () => resolve(new Promise((done) => done(commit()))),
    });
    gone.addEventListener('abort', leave, { once: true });
    if (gone.aborted) leave();
    this.#changed.notify();
    return promise;
  }

  /** Releases one cancel, which is committed then. The hold stays. */
  release(id: string, exchange: number): Release {
    const hold = this.#holds.get(id);
    if (hold === undefined) return { kind: 'no-hold' };
    if (!this.#commit(hold, exchange)) return { kind: 'not-waiting', exchange };
    this.#changed.notify();
    return { kind: 'released', exchanges: [exchange] };
  }

  /**
   * Releases every held cancel, one commit after the other: the given exchanges in their order, then the others in order of
   * arrival. Then removes the hold.
   */
  close(id: string, order: readonly number[] = []): Release {
    const hold = this.#holds.get(id);
    if (hold === undefined) return { kind: 'no-hold' };
    const missing = order.find((exchange) => !hold.waiting.has(exchange));
    if (missing !== undefined) return { kind: 'not-waiting', exchange: missing };
    this.#holds.delete(id);
    hold.closed.abort();
    const exchanges = [...new Set([...order, ...hold.waiting.keys()])];
    for (const exchange of exchanges) this.#commit(hold, exchange);
    this.#changed.notify();
    return { kind: 'released', exchanges };
  }

  /** Waits until a hold has enough cancels. Returns undefined if it is closed. */
  async wait(
    id: string,
    { waiting, timeoutMs }: { readonly waiting: number; readonly timeoutMs: number },
    signal?: AbortSignal,
  ) {
    const hold = this.#holds.get(id);
    const isOpen = () => hold !== undefined && this.#holds.get(id) === hold;
    const enough = (): boolean => !isOpen() || (hold?.waiting.size ?? 0) >= waiting;
    await this.#changed.until(enough, timeoutMs, signal);
    return hold !== undefined && isOpen() ? { ...this.#view(hold), reached: enough() } : undefined;
  }

  #commit({ waiting }: Hold, exchange: number): boolean {
    const cancel = waiting.get(exchange);
    waiting.delete(exchange);
    cancel?.commit();
    return cancel !== undefined;
  }

  #view({ id, orderId, count, timeoutMs, closesAt, waiting, held }: Hold) {
    const remainingMs = Math.min(timeoutMs, Math.max(0, closesAt - this.#machine.now()));
    const operation = 'cancelOrder' as const;
    const requests = [...waiting.values()].map(({ request }) => request);
    return { id, operation, orderId, count, timeoutMs, remainingMs, waiting: requests, held };
  }
}
