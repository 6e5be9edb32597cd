import { drawBytes } from '../../../draw.ts';
import type { EffectOf, FiringMoment } from '../../../faults/fault-kind.ts';
import type { FiredFault } from '../../../faults/live-fault.ts';
import { clientGone } from '../../../http/client-connection.ts';
import { readOrderId } from '../../../order-id.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { OrderList } from '../../orders/order-store.ts';
import type { Exchange } from '../exchange.ts';
import { type FaultOutcome, replaceResponse } from './replace-response.ts';

export const proceed: FaultOutcome = { kind: 'proceed', response: undefined };

/**
 * Applies the faults of a moment to an exchange. If the client leaves during a wait before the commit, the order does not
 * change.
 */
export async function applyFaults(exchange: Exchange, moment: FiringMoment): Promise<FaultOutcome> {
  const { res, state, entry } = exchange;
  const gone = clientGone(res);
  const fired = fireFaults(exchange, moment);
  for (const { effect } of fired) {
    if (effect.kind === 'wait') await state.pauses.pause(effect.ms, gone);
    if (effect.kind === 'meanwhile') actMeanwhile(exchange, effect);
    if (effect.kind === 'stale-list') exchange.staleList = effect.list as OrderList;
  }
  if (gone.aborted) return { kind: 'ended', end: 'client-gone' };
  for (const { id, effect } of fired) {
    const outcome = await replaceResponse(exchange, effect, gone);
    if (outcome === undefined) continue;
    entry.reason = `fault ${id}`;
    return outcome;
  }
  return proceed;
}

/** Fires the faults of a moment and records them in the journal entry. */
export function fireFaults({ state, entry, head }: Exchange, moment: FiringMoment): readonly FiredFault[] {
  const reading = readOrderId(entry.orderIdText);
  const subject = {
    operation: entry.operation,
    orderId: reading.kind === 'order-id' ? reading.id : undefined,
    keyId: () => state.keys.idIn(head.authorizations),
  };
  const fired = state.faults.fire(moment, subject);
  entry.faults = [...entry.faults, ...fired];
  return fired;
}

/** Changes the state as another client or the shop would. Does nothing if there is no such order or key. */
function actMeanwhile({ state, entry, head }: Exchange, { does, seed }: EffectOf<'meanwhile'>): void {
  const reading = readOrderId(entry.orderIdText);
  const id = reading.kind === 'order-id' ? reading.id : undefined;
  const key = state.keys.idIn(head.authorizations);
  if (does === 'cancel' && id !== undefined) state.cancel(id, undefined);
  if (does === 'ship' && id !== undefined) state.store.ship(id);
  if (does === 'remove') removeLast(state);
  if (does === 'place') placeAnother(state, seed);
  if (does === 'revoke-key' && key !== undefined) state.keys.revoke(key);
}

function removeLast({ store }: EnvironmentState): void {
  const { orders } = store.list();
  const last = orders.findLast(({ order: { id }, status }) => id !== undefined && status !== 'cancelled');
  if (last?.order.id !== undefined) store.remove(last.order.id);
}

/** Ids of this range have 16 digits, as few scenarios use. */
const firstId = 10n ** 15n;

function placeAnother({ store }: EnvironmentState, seed: string): void {
  const id = firstId + BigInt(drawBytes(seed, 'placed meanwhile').readUIntBE(0, 6));
  store.put({ order: { id, petId: 7n, quantity: 1n, complete: false }, status: 'pending' });
}
