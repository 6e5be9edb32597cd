import type { Clock } from '../../../clock.ts';
import type { Pauses } from '../pauses.ts';
import { Gate, type GateSettings, type GateStatus, type GateWaiter, type Passage } from './gate.ts';

/** The outcome of opening a gate. */
export type GateOpening =
  | { readonly kind: 'opened'; readonly gate: GateStatus }
  | { readonly kind: 'duplicate-id'; readonly id: string }
  | { readonly kind: 'too-many'; readonly most: number };

/** The maximum number of open gates of an environment. Each cancel is compared with all of them. */
export const maxGates = 1_000;

/** The outcome of a release: the exchanges in the order of their commits, which are done. */
export type GateRelease =
  | { readonly kind: 'released'; readonly exchanges: readonly number[] }
  | { readonly kind: 'no-gate' }
  | { readonly kind: 'not-waiting'; readonly exchange: number };

/** The outcome of waiting for held requests. `ended`: the gate is closed. */
export type GateWaitOutcome =
  | { readonly kind: 'reached' | 'timed-out' | 'aborted'; readonly gate: GateStatus }
  | { readonly kind: 'ended' };

/** How many held requests to wait for, and for how many milliseconds. */
export type GateWait = { readonly waiting: number; readonly timeoutMs: number };

/** The holds of an environment: gates that stop cancels before their commit, so that a test decides a race. */
export interface Gates {
  /** Whether there are any. */
  readonly any: boolean;
  list(): readonly GateStatus[];
  get(id: string): GateStatus | undefined;
  open(settings: GateSettings): GateOpening;
  /** Releases one request and resolves after its commit. The gate stays. */
  release(id: string, exchange: number): Promise<GateRelease>;
  /**
   * Releases every held request, one commit after the other: the given exchanges in their order, then the others in order
   * of arrival. Then removes the gate.
   */
  close(id: string, order?: readonly number[]): Promise<GateRelease>;
  /** Waits until a gate holds enough requests. */
  wait(id: string, wait: GateWait, signal?: AbortSignal): Promise<GateWaitOutcome>;
  /** Holds a request if a gate matches it, and calls `onHeld` with the id of that gate. */
  pass(request: GateWaiter, gone: AbortSignal, onHeld?: (gate: string) => void): Promise<Passage>;
}

/** Creates the gates of a state, none at first. When the state ends, every held request continues. */
export function createGates(pauses: Pauses, machine: Clock): Gates {
  const gates = new Map<string, Gate>();
  let numbered = 0;

  const freeId = (): string => {
    const id = `gate-${++numbered}`;
    return gates.has(id) ? freeId() : id;
  };
  const open = (settings: GateSettings): GateOpening => {
    const id = settings.id ?? freeId();
    if (gates.has(id)) return { kind: 'duplicate-id', id };
    if (gates.size >= maxGates) return { kind: 'too-many', most: maxGates };
    const gate = new Gate(id, settings, machine);
    gates.set(id, gate);
    void pauses.pause(gate.timeoutMs, gate.ended).then(() => closeGate(gate, []));
    return { kind: 'opened', gate: gate.status() };
  };
  const closeGate = (gate: Gate, order: readonly number[]): Promise<readonly number[]> => {
    if (gates.get(gate.id) === gate) gates.delete(gate.id);
    return gate.end(order);
  };
  const close = async (id: string, order: readonly number[] = []): Promise<GateRelease> => {
    const gate = gates.get(id);
    if (gate === undefined) return { kind: 'no-gate' };
    const waiting = gate.status().waiting.map(({ exchange }) => exchange);
    const missing = order.find((exchange) => !waiting.includes(exchange));
    if (missing !== undefined) return { kind: 'not-waiting', exchange: missing };
    return { kind: 'released', exchanges: await closeGate(gate, order) };
  };

  return {
    get any() {
      return gates.size > 0;
    },
    list: () => [...gates.values()].map((gate) => gate.status()),
    get: (id) => gates.get(id)?.status(),
    open,
    close,
    release: async (id, exchange) => {
      const gate = gates.get(id);
      if (gate === undefined) return { kind: 'no-gate' };
      const released = await gate.release(exchange);
      return released ? { kind: 'released', exchanges: [exchange] } : { kind: 'not-waiting', exchange };
    },
    wait: async (id, wait, signal) => {
      const gate = gates.get(id);
      return gate === undefined ? { kind: 'ended' } : awaitWaiters(gate, wait, pauses, signal);
    },
    pass: async (request, gone, onHeld) => {
      const gate = [...gates.values()].find((one) => one.holds(request));
      if (gate === undefined) return { kind: 'pass', done: () => {} };
      onHeld?.(gate.id);
      return gate.hold(request, gone);
    },
  };
}

async function awaitWaiters(
  gate: Gate,
  { waiting, timeoutMs }: GateWait,
  pauses: Pauses,
  signal: AbortSignal | undefined,
): Promise<GateWaitOutcome> {
  const enough = (): boolean => gate.status().waiting.length >= waiting;
  const over = new AbortController();
  const aborts = signal === undefined ? [over.signal] : [over.signal, signal];
  const settled = AbortSignal.any(aborts);
  const watching = gate.watch(() => gate.ended.aborted || enough(), settled);
  void pauses.pause(timeoutMs, settled).then(() => over.abort());
  await watching;
  const timedOut = over.signal.aborted;
  over.abort();
  if (gate.ended.aborted) return { kind: 'ended' };
  if (enough()) return { kind: 'reached', gate: gate.status() };
  return { kind: timedOut ? 'timed-out' : 'aborted', gate: gate.status() };
}
