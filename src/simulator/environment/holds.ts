import type { Clock } from '../../clock.ts';
import type { HeldRequest } from '../../control-api.ts';
import type { Pauses } from './pauses.ts';
import { Watch } from './watch.ts';

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

/** A cancel that is stopped before its commit. */
export class HeldCancel {
  readonly hold: string;
  readonly request: HeldRequest;
  readonly #released = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<boolean>();

  constructor(hold: string, request: HeldRequest) {
    this.hold = hold;
    this.request = request;
  }

  /** Waits until the cancel may commit. Returns false if its client left before: then it must not. */
  async turn(gone: AbortSignal): Promise<boolean> {
    const leave = (): void => this.#released.resolve();
    gone.addEventListener('abort', leave, { once: true });
    if (!gone.aborted) await this.#released.promise;
    gone.removeEventListener('abort', leave);
    if (gone.aborted) this.end(false);
    return !gone.aborted;
  }

  /** Lets it continue. Resolves after its commit, to false if its client left. */
  release(): Promise<boolean> {
    this.#released.resolve();
    return this.#ended.promise;
  }

  end(committed: boolean): void {
    this.#ended.resolve(committed);
  }
}

type Hold = {
  readonly id: string;
  readonly settings: HoldSettings;
  readonly timeoutMs: number;
  readonly closesAt: number;
  readonly closed: AbortController;
  /** The longest waiting first. */
  waiting: readonly HeldCancel[];
  /** How many requests it held so far. */
  held: number;
};

/** The holds of a state, with which a test decides a race. When the state ends, every held cancel continues. */
export class Holds {
  readonly #pauses: Pauses;
  readonly #machine: Clock;
  readonly #holds = new Map<string, Hold>();
  readonly #changed = new Watch();
  #numbered = 0;

  constructor(pauses: Pauses, machine: Clock) {
    this.#pauses = pauses;
    this.#machine = machine;
    pauses.ended.addEventListener('abort', () => this.#end());
  }

  get any(): boolean {
    return this.#holds.size > 0;
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
    const timeoutMs = settings.timeoutMs ?? 10_000;
    const closesAt = this.#machine.now() + timeoutMs;
    const closed = new AbortController();
    const hold: Hold = { id, settings, timeoutMs, closesAt, closed, waiting: [], held: 0 };
    this.#holds.set(id, hold);
    this.#changed.notify();
    void this.#pauses.pause(timeoutMs, closed.signal).then(() => {
      if (!closed.signal.aborted && !this.#pauses.ended.aborted) void this.close(id);
    });
    return { kind: 'opened', hold: this.#view(hold) } as const;
  }

  /** Holds a cancel if a hold matches it. The caller awaits its turn, then ends it. */
  arrive(request: HeldRequest): HeldCancel | undefined {
    const hold = [...this.#holds.values()].find((one) => holds(one, request));
    if (hold === undefined) return undefined;
    const cancel = new HeldCancel(hold.id, request);
    hold.held += 1;
    hold.waiting = [...hold.waiting, cancel];
    this.#changed.notify();
    return cancel;
  }

  /** Removes a cancel whose client left while it was held. */
  leave(cancel: HeldCancel): void {
    const hold = this.#holds.get(cancel.hold);
    if (hold === undefined) return;
    hold.waiting = hold.waiting.filter((one) => one !== cancel);
    this.#changed.notify();
  }

  /** Releases one cancel and resolves after its commit. The hold stays. */
  async release(id: string, exchange: number): Promise<Release> {
    const hold = this.#holds.get(id);
    if (hold === undefined) return { kind: 'no-hold' };
    const cancel = hold.waiting.find(({ request }) => request.exchange === exchange);
    if (cancel === undefined) return { kind: 'not-waiting', exchange };
    this.leave(cancel);
    return (await cancel.release())
      ? { kind: 'released', exchanges: [exchange] }
      : { kind: 'not-waiting', exchange };
  }

  /**
   * Releases every held cancel, one commit after the other: the given exchanges in their order, then the others in order of
   * arrival. Then removes the hold.
   */
  async close(id: string, order: readonly number[] = []): Promise<Release> {
    const hold = this.#holds.get(id);
    if (hold === undefined) return { kind: 'no-hold' };
    const { waiting } = hold;
    const numbered = new Map(waiting.map((one) => [one.request.exchange, one]));
    const missing = order.find((exchange) => !numbered.has(exchange));
    if (missing !== undefined) return { kind: 'not-waiting', exchange: missing };
    this.#holds.delete(id);
    hold.closed.abort();
    this.#changed.notify();
    const exchanges: number[] = [];
    for (const exchange of new Set([...order, ...numbered.keys()]))
      if (await numbered.get(exchange)?.release()) exchanges.push(exchange);
    return { kind: 'released', exchanges };
  }

  /** Waits until a hold has enough cancels. `ended`: it is closed. */
  async wait(
    id: string,
    { waiting, timeoutMs }: { readonly waiting: number; readonly timeoutMs: number },
    signal?: AbortSignal,
  ) {
    const hold = this.#holds.get(id);
    const isOpen = () => hold !== undefined && this.#holds.get(id) === hold;
    const enough = (): boolean => !isOpen() || (hold?.waiting.length ?? 0) >= waiting;
    await this.#pauses.within(timeoutMs, signal, (over) => this.#changed.until(enough, over));
    if (hold === undefined || !isOpen()) return { kind: 'ended' } as const;
    const kind = enough() ? 'reached' : signal?.aborted === true ? 'aborted' : 'timed-out';
    return { kind, hold: this.#view(hold) } as const;
  }

  #view({ id, settings, timeoutMs, closesAt, waiting, held }: Hold) {
    const { orderId, count } = settings;
    const remainingMs = Math.min(timeoutMs, Math.max(0, closesAt - this.#machine.now()));
    const operation = 'cancelOrder' as const;
    const requests = waiting.map(({ request }) => request);
    return { id, operation, orderId, count, timeoutMs, remainingMs, waiting: requests, held };
  }

  #end(): void {
    const open = [...this.#holds.values()];
    this.#holds.clear();
    for (const { waiting } of open) for (const cancel of waiting) void cancel.release();
    this.#changed.notify();
  }
}

function holds({ settings, held }: Hold, { orderId }: HeldRequest): boolean {
  const { count, orderId: only } = settings;
  return (only === undefined || only === orderId) && (count === undefined || held < count);
}
