import type { Pauses } from '../pauses.ts';
import { Gate } from './gate.ts';
import type { GateOpening, GateRelease, GateSettings, Gates, GateWaitOutcome } from './gates.ts';

/** Makes the gates of a state, none at first. When the state ends, every held request goes on. */
export function createGates(pauses: Pauses): Gates {
  const gates = new Map<string, Gate>();
  let numbered = 0;

  const freeId = (): string => {
    const id = `gate-${++numbered}`;
    return gates.has(id) ? freeId() : id;
  };
  const open = (settings: GateSettings): GateOpening => {
    const id = settings.id ?? freeId();
    if (gates.has(id)) return { kind: 'duplicate-id', id };
    const gate = new Gate(id, settings);
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
    wait: async (id, what, signal) => {
      const gate = gates.get(id);
      return gate === undefined ? { kind: 'ended' } : awaitWaiters(gate, what, pauses, signal);
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
  what: { readonly waiting: number; readonly timeoutMs: number },
  pauses: Pauses,
  signal: AbortSignal | undefined,
): Promise<GateWaitOutcome> {
  const enough = (): boolean => gate.status().waiting.length >= what.waiting;
  const over = new AbortController();
  const aborts = signal === undefined ? [over.signal] : [over.signal, signal];
  const settled = AbortSignal.any(aborts);
  const watching = gate.watch(() => gate.ended.aborted || enough(), settled);
  void pauses.pause(what.timeoutMs, settled).then(() => over.abort());
  await watching;
  const timedOut = over.signal.aborted;
  over.abort();
  if (gate.ended.aborted) return { kind: 'ended' };
  if (enough()) return { kind: 'reached', gate: gate.status() };
  return { kind: timedOut ? 'timed-out' : 'aborted', gate: gate.status() };
}
