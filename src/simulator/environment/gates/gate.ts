import type { Clock } from '../../../clock.ts';

/** Which cancels a gate holds, and for how long. */
export type GateSettings = {
  /** Default: `gate-1`, `gate-2`, … */
  readonly id?: string | undefined;
  /** Only a cancel has a commit to hold. */
  readonly operation?: 'cancelOrder' | undefined;
  /** Holds only cancels of this order. */
  readonly orderId?: bigint | undefined;
  /** The maximum number of requests to hold. */
  readonly count?: number | undefined;
  /** Closes this long after it was opened, in milliseconds on the machine's clock. Default: 10,000; maximum: 60,000. */
  readonly timeoutMs?: number | undefined;
};

/** A held request. */
export type GateWaiter = { readonly exchange: number; readonly orderId: bigint };

/** A gate and its held requests, the longest waiting first. */
export type GateStatus = {
  readonly id: string;
  readonly operation: 'cancelOrder';
  readonly orderId: bigint | undefined;
  readonly count: number | undefined;
  readonly timeoutMs: number;
  /** Milliseconds until it closes by itself. */
  readonly remainingMs: number;
  readonly waiting: readonly GateWaiter[];
  /** How many requests it held so far. */
  readonly held: number;
};

/** How a hold ended: the request may commit, or its client has left. */
export type Passage =
  | {
      readonly kind: 'pass';
      /** Must be called after the commit, whatever its outcome. */
      done(): void;
    }
  | { readonly kind: 'gone' };

/** A held request; `release` calls back with whether it committed, after the commit. */
type Held = GateWaiter & { release(done: (committed: boolean) => void): void };

const defaultTimeoutMs = 10_000;

/** Holds requests before their commit, and releases them so that each commit ends before the next begins. */
export class Gate {
  readonly id: string;
  readonly timeoutMs: number;
  readonly #settings: GateSettings;
  readonly #machine: Pick<Clock, 'now'>;
  readonly #closesAt: number;
  readonly #life = new AbortController();
  readonly #waiting: Held[] = [];
  /** Called when a request arrives or the gate closes. */
  readonly #watchers = new Set<() => void>();
  #held = 0;
  /** Resolves when the request released last has committed. */
  #lastCommit: Promise<unknown> = Promise.resolve();

  constructor(id: string, settings: GateSettings, machine: Pick<Clock, 'now'>) {
    this.id = id;
    this.timeoutMs = settings.timeoutMs ?? defaultTimeoutMs;
    this.#settings = settings;
    this.#machine = machine;
    this.#closesAt = machine.now() + this.timeoutMs;
  }

  /** Aborts when the gate closes. */
  get ended(): AbortSignal {
    return this.#life.signal;
  }

  /** Releases every held request: the given ones in their order, then the others in order of arrival. */
  async end(order: readonly number[]): Promise<readonly number[]> {
    this.#life.abort();
    this.#notifyWatchers();
    const all = [...new Set([...order, ...this.#waiting.map(({ exchange }) => exchange)])];
    const released = await Promise.all(all.map((exchange) => this.release(exchange)));
    return all.filter((_, at) => released[at] === true);
  }

  status(): GateStatus {
    const { orderId, count } = this.#settings;
    const waiting = this.#waiting.map((one) => ({ exchange: one.exchange, orderId: one.orderId }));
    const { id, timeoutMs } = this;
    const remainingMs = Math.min(timeoutMs, Math.max(0, this.#closesAt - this.#machine.now()));
    return {
      ...{ id, operation: 'cancelOrder', orderId, count, timeoutMs, remainingMs, waiting },
      held: this.#held,
    };
  }

  /** Whether it holds this request. */
  holds({ orderId }: GateWaiter): boolean {
    const { count, orderId: only } = this.#settings;
    return (only === undefined || only === orderId) && (count === undefined || this.#held < count);
  }

  /** Holds a request until it is released or its client leaves. */
  hold(request: GateWaiter, gone: AbortSignal): Promise<Passage> {
    if (gone.aborted) return Promise.resolve({ kind: 'gone' });
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#take(request.exchange);
        resolve({ kind: 'gone' });
      };
      const release = (done: (committed: boolean) => void): void => {
        gone.removeEventListener('abort', leave);
        // The client may have left during the commits before this one: then `leave` ran, and nobody calls `done`.
        if (gone.aborted) done(false);
        else resolve({ kind: 'pass', done: () => done(true) });
      };
      gone.addEventListener('abort', leave);
      this.#waiting.push({ ...request, release });
      this.#held++;
      this.#notifyWatchers();
    });
  }

  /**
   * Releases one request after those released before it, and resolves after its commit. Returns false if it is not held
   * here, or if its client left before its turn.
   */
  async release(exchange: number): Promise<boolean> {
    const held = this.#take(exchange);
    if (held === undefined) return false;
    const commit = this.#lastCommit.then(() => new Promise<boolean>((resolve) => held.release(resolve)));
    this.#lastCommit = commit;
    return commit;
  }

  /** Calls `look` now, at each arrival and at the end, until it returns true or the signal aborts. */
  watch(look: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!look() && !signal.aborted) return;
        this.#watchers.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      this.#watchers.add(check);
      signal.addEventListener('abort', check);
      check();
    });
  }

  #notifyWatchers(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  #take(exchange: number): Held | undefined {
    const at = this.#waiting.findIndex((one) => one.exchange === exchange);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}
