import type { Clock } from '../../../clock.ts';
import type { HeldRequest } from '../../../control-api.ts';
import type { Pauses } from '../pauses.ts';
import type { Steps } from '../steps.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { Watch } from '../watch.ts';
import {
  type GateSettings,
  type GateState,
  holds,
  isHeld,
  leave,
  maxGates,
  noGates,
  type SavedGates,
  statusOf,
  without,
} from './gate.ts';

/** The outcome of a release: the exchanges in the order of their commits, which are done. */
export type GateRelease =
  | { readonly kind: 'released'; readonly exchanges: readonly number[] }
  | { readonly kind: 'no-gate' }
  | { readonly kind: 'not-waiting'; readonly exchange: number };

/** How long the process of a released request may take to commit it, before it counts as gone. */
const longestCommitMs = 1_000;

/**
 * The holds of a state: gates that stop cancels before their commit, so that a test decides a race. When the state ends, every
 * held request continues.
 */
export class Gates {
  readonly #pauses: Pauses;
  readonly #machine: Clock;
  /** Undefined until the first gate, because most environments have none. */
  #uses: ReturnType<typeof newUses> | undefined;
  /** All gates as a value: another one after each change. Setting an earlier one restores it. */
  saved: SavedGates = noGates;
  /** The steps that change the gates, if other processes see them. Then `notify` reports that changes took effect. */
  shared: Steps | undefined;

  constructor(pauses: Pauses, machine: Clock) {
    this.#pauses = pauses;
    this.#machine = machine;
    pauses.ended.addEventListener('abort', () => this.#end());
  }

  get any(): boolean {
    return this.saved.gates.length > 0;
  }

  list() {
    return this.saved.gates.map((gate) => statusOf(gate, this.#machine));
  }

  get(id: string) {
    const gate = this.#find(id);
    return gate && statusOf(gate, this.#machine);
  }

  open(settings: GateSettings) {
    const { gates, opened } = this.saved;
    let { numbered } = this.saved;
    let { id = '' } = settings;
    while (id === '' || (settings.id === undefined && this.#find(id) !== undefined))
      id = `gate-${++numbered}`;
    if (this.#find(id) !== undefined) return { kind: 'duplicate-id', id } as const;
    if (gates.length >= maxGates) return { kind: 'too-many', most: maxGates } as const;
    const timeoutMs = settings.timeoutMs ?? 10_000;
    const closesAt = this.#machine.now() + timeoutMs;
    const gate = { id, number: opened + 1, settings, timeoutMs, closesAt, held: 0, waiting: [] };
    this.#change({ gates: [...gates, gate], opened: opened + 1, numbered });
    return { kind: 'opened', gate: statusOf(gate, this.#machine) } as const;
  }

  /** Holds a request if a gate matches it. Returns the id of that gate. */
  arrive(request: HeldRequest): string | undefined {
    const gate = this.saved.gates.find((one) => holds(one, request));
    if (gate === undefined) return undefined;
    const gates = this.#with({ ...gate, held: gate.held + 1, waiting: [...gate.waiting, request] });
    this.#change({ gates });
    return gate.id;
  }

  /** Waits until a held request may commit, after those released before it. `gone`: its client left, and it must not. */
  async turn(exchange: number, gone: AbortSignal): Promise<'commit' | 'gone'> {
    this.#used.here.add(exchange);
    const isNext = (): boolean => this.saved.turns[0] === exchange;
    try {
      await this.#until(() => isNext() || !isHeld(this.saved, exchange), gone);
      if (!gone.aborted && isNext()) return 'commit';
      if (!gone.aborted) throw new StoreUnavailable('The request was held for too long after its release.');
      await this.#step(() => this.#change(leave(this.saved, exchange)));
      return 'gone';
    } finally {
      this.#used.here.delete(exchange);
    }
  }

  /** Ends the turn of a request that has committed, whatever the outcome. */
  done(exchange: number): void {
    const { turns } = this.saved;
    if (turns.includes(exchange)) this.#change({ turns: turns.filter((one) => one !== exchange) });
  }

  /** Releases one request and resolves after its commit. The gate stays. */
  async release(id: string, exchange: number): Promise<GateRelease> {
    const release = await this.#step((): GateRelease => {
      const gate = this.#find(id);
      if (gate === undefined) return { kind: 'no-gate' };
      if (!gate.waiting.some((one) => one.exchange === exchange)) return { kind: 'not-waiting', exchange };
      const released = { ...gate, waiting: without(gate.waiting, exchange) };
      this.#change({ gates: this.#with(released), turns: [...this.saved.turns, exchange] });
      return { kind: 'released', exchanges: [exchange] };
    });
    if (release.kind !== 'released') return release;
    return (await this.#committed([exchange])).length === 1 ? release : { kind: 'not-waiting', exchange };
  }

  /**
   * Releases every held request, one commit after the other: the given exchanges in their order, then the others in order of
   * arrival. Then removes the gate.
   */
  async close(id: string, order: readonly number[] = []): Promise<GateRelease> {
    const release = await this.#step((): GateRelease => {
      const gate = this.#find(id);
      return gate === undefined ? { kind: 'no-gate' } : this.#close(gate, order);
    });
    if (release.kind !== 'released') return release;
    return { kind: 'released', exchanges: await this.#committed(release.exchanges) };
  }

  /** Waits until a gate holds enough requests. `ended`: the gate is closed. */
  async wait(
    id: string,
    { waiting, timeoutMs }: { readonly waiting: number; readonly timeoutMs: number },
    signal?: AbortSignal,
  ) {
    const { number } = this.#find(id) ?? {};
    const current = () => this.saved.gates.find((one) => one.number === number);
    const enough = (): boolean => (current()?.waiting.length ?? waiting) >= waiting;
    await this.#pauses.within(timeoutMs, signal, (over) => this.#until(enough, over));
    const gate = current();
    if (gate === undefined) return { kind: 'ended' } as const;
    const kind = enough() ? 'reached' : signal?.aborted === true ? 'aborted' : 'timed-out';
    return { kind, gate: statusOf(gate, this.#machine) } as const;
  }

  notify(): void {
    if (this.#uses === undefined && !this.any) return;
    this.#setTimeouts();
    this.#used.changed.notify();
  }

  get #used(): ReturnType<typeof newUses> {
    this.#uses ??= newUses();
    return this.#uses;
  }

  #find(id: string): GateState | undefined {
    return this.saved.gates.find((one) => one.id === id);
  }

  #change(parts: Partial<SavedGates>): void {
    this.saved = { ...this.saved, ...parts };
    // In a step that may be undone, nothing has happened yet.
    if (this.shared === undefined) this.notify();
  }

  #with(gate: GateState): readonly GateState[] {
    return this.saved.gates.map((one) => (one.number === gate.number ? gate : one));
  }

  #close(gate: GateState, order: readonly number[]): GateRelease {
    const waiting = gate.waiting.map(({ exchange }) => exchange);
    const missing = order.find((exchange) => !waiting.includes(exchange));
    if (missing !== undefined) return { kind: 'not-waiting', exchange: missing };
    const exchanges = [...new Set([...order, ...waiting])];
    const { gates, turns } = this.saved;
    this.#change({ gates: gates.filter((one) => one !== gate), turns: [...turns, ...exchanges] });
    return { kind: 'released', exchanges };
  }

  /** Waits for the commits of released requests. Returns those that committed. */
  async #committed(exchanges: readonly number[]): Promise<readonly number[]> {
    const isOver = (): boolean => exchanges.every((one) => !this.saved.turns.includes(one));
    while (!isOver()) {
      const [next] = this.saved.turns;
      const over = new AbortController();
      if (this.shared !== undefined)
        void this.#machine.sleep(longestCommitMs, over.signal).then(() => over.abort());
      await this.#until(() => isOver() || this.saved.turns[0] !== next, over.signal);
      const isStuck = over.signal.aborted;
      over.abort();
      // Its process ended.
      if (isStuck && next !== undefined)
        await this.#step(() => this.saved.turns[0] !== next || this.#change(leave(this.saved, next)));
    }
    return exchanges.filter((one) => !this.saved.left.includes(one));
  }

  /** Waits until something holds, or until the signal aborts. */
  async #until(test: () => boolean, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    this.shared?.follow(over.signal);
    await this.#used.changed.until(test, signal);
    over.abort();
  }

  async #step<T>(run: () => T): Promise<T> {
    return this.shared === undefined ? run() : this.shared.step(run);
  }

  /** Closes each gate at its time. */
  #setTimeouts(): void {
    const open = new Set(this.saved.gates.map(({ number }) => number));
    for (const [number, timeout] of this.#used.timeouts) {
      if (open.has(number)) continue;
      timeout.abort();
      this.#used.timeouts.delete(number);
    }
    for (const { id, number, closesAt } of this.saved.gates) {
      if (this.#used.timeouts.has(number) || this.#pauses.ended.aborted) continue;
      const timeout = new AbortController();
      this.#used.timeouts.set(number, timeout);
      void this.#pauses
        .pause(Math.max(0, closesAt - this.#machine.now()), timeout.signal)
        .then(() => (timeout.signal.aborted || this.#pauses.ended.aborted ? undefined : this.close(id)))
        // Another process closes it, or this one with its next look.
        .catch(() => this.#used.timeouts.delete(number));
    }
  }

  /** Lets the requests of this process continue in a state that ended. */
  #end(): void {
    this.shared = undefined;
    const { gates, turns } = this.saved;
    const waiting = gates.flatMap((gate) => gate.waiting.map(({ exchange }) => exchange));
    const here = [...turns, ...waiting].filter((exchange) => this.#used.here.has(exchange));
    this.#change({ gates: [], turns: here });
  }
}

/** What uses the gates of a state in this process. */
function newUses() {
  return {
    changed: new Watch(),
    /** Ends the time-out of a gate, by its number. */
    timeouts: new Map<number, AbortController>(),
    /** The held requests of this process. */
    here: new Set<number>(),
  };
}
