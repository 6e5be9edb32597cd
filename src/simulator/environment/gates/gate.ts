import type { GateSettings, GateStatus, GateWaiter, Passage } from './gates.ts';

/** A request held at a gate; `letGo` is told whether it commits, and when it has. */
type Held = GateWaiter & { letGo(done: (committed: boolean) => void): void };

/** How long a gate lasts where nobody says. */
const usualGateMs = 10_000;

/** One gate: it holds requests, and lets them go so that each commit is done before the next begins. */
export class Gate {
  readonly id: string;
  readonly timeoutMs: number;
  readonly #settings: GateSettings;
  readonly #life = new AbortController();
  readonly #waiting: Held[] = [];
  /** Called, and forgotten, whenever another request waits or the gate is gone. */
  readonly #watchers = new Set<() => void>();
  #held = 0;
  /** Resolves when the request let go last is past its commit. */
  #lastCommit: Promise<unknown> = Promise.resolve();

  constructor(id: string, settings: GateSettings) {
    this.id = id;
    this.timeoutMs = settings.timeoutMs ?? usualGateMs;
    this.#settings = settings;
  }

  /** Aborts when the gate has ended. */
  get ended(): AbortSignal {
    return this.#life.signal;
  }

  /** Lets every waiting request go: the given ones in their order, which all wait here, then the rest as they came. */
  async end(order: readonly number[]): Promise<readonly number[]> {
    this.#life.abort();
    this.#tellWatchers();
    const all = [...new Set([...order, ...this.#waiting.map(({ exchange }) => exchange)])];
    const released = await Promise.all(all.map((exchange) => this.release(exchange)));
    return all.filter((_, at) => released[at] === true);
  }

  status(): GateStatus {
    const { orderId, count } = this.#settings;
    const waiting = this.#waiting.map((one) => ({ exchange: one.exchange, orderId: one.orderId }));
    const { id, timeoutMs } = this;
    return { id, operation: 'cancelOrder', orderId, count, timeoutMs, waiting, held: this.#held };
  }

  /** Whether it holds this request. */
  holds({ orderId }: GateWaiter): boolean {
    const { count, orderId: only } = this.#settings;
    return (only === undefined || only === orderId) && (count === undefined || this.#held < count);
  }

  /** Holds a request until it is let go, or until its client has gone. */
  hold(request: GateWaiter, gone: AbortSignal): Promise<Passage> {
    if (gone.aborted) return Promise.resolve({ kind: 'gone' });
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#take(request.exchange);
        resolve({ kind: 'gone' });
      };
      const letGo = (done: (committed: boolean) => void): void => {
        gone.removeEventListener('abort', leave);
        // Its client may have gone while those before it committed: then it has left, and nobody would tell of its end.
        if (gone.aborted) done(false);
        else resolve({ kind: 'pass', done: () => done(true) });
      };
      gone.addEventListener('abort', leave);
      this.#waiting.push({ ...request, letGo });
      this.#held++;
      this.#tellWatchers();
    });
  }

  /** Lets one request go after those let go before; resolves once it is past its commit. False where it does not wait here, or left before its turn. */
  async release(exchange: number): Promise<boolean> {
    const held = this.#take(exchange);
    if (held === undefined) return false;
    const commit = this.#lastCommit.then(() => commitOf(held));
    this.#lastCommit = commit;
    return commit;
  }

  /** Runs `look` now and at each arrival or end, until it is satisfied or the signal aborts. */
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

  #tellWatchers(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  #take(exchange: number): Held | undefined {
    const at = this.#waiting.findIndex((one) => one.exchange === exchange);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}

/** Lets a request go and waits until it tells that its commit is done; false where its client has gone. */
function commitOf(held: Held): Promise<boolean> {
  return new Promise((resolve) => held.letGo(resolve));
}
