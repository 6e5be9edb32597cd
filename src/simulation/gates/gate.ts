import type { GateSettings, GateStatus, GateWaiter, Passage } from './gates.ts';

/** A request held at a gate. */
type Held = GateWaiter & { letGo(passage: Passage): void };

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
  #lastCommit: Promise<void> = Promise.resolve();

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
    await Promise.all(all.map((exchange) => this.release(exchange)));
    return all;
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
      const letGo = (passage: Passage): void => {
        gone.removeEventListener('abort', leave);
        resolve(passage);
      };
      gone.addEventListener('abort', leave);
      this.#waiting.push({ ...request, letGo });
      this.#held++;
      this.#tellWatchers();
    });
  }

  /** Lets one request go after those let go before; resolves once it is past its commit. False where it does not wait here. */
  async release(exchange: number): Promise<boolean> {
    const held = this.#take(exchange);
    if (held === undefined) return false;
    const before = this.#lastCommit;
    this.#lastCommit = before.then(() => commitOf(held));
    await this.#lastCommit;
    return true;
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

/** Lets a request go and waits until it tells that its commit is done. */
function commitOf(held: Held): Promise<void> {
  return new Promise((resolve) => held.letGo({ kind: 'pass', done: resolve }));
}
