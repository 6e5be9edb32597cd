import { drawBytes } from '../../../draw.ts';
import type { EffectOf } from '../../../faults/fault-kind.ts';
import { readOrderId } from '../../../order-id.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Exchange } from '../exchange.ts';

/** Changes the state as another client or the shop would. Does nothing if there is no such order or key. */
export function actMeanwhile({ state, entry, head }: Exchange, { does, seed }: EffectOf<'meanwhile'>): void {
  const reading = readOrderId(entry.orderIdText);
  switch (does) {
    case 'cancel':
      if (reading.kind === 'order-id') state.cancel(reading.id, undefined);
      break;
    case 'ship':
      if (reading.kind === 'order-id') state.store.ship(reading.id);
      break;
    case 'remove':
      removeLast(state);
      break;
    case 'place':
      placeAnother(state, seed);
      break;
    case 'revoke-key': {
      const key = state.keys.idIn(head.authorizations);
      if (key !== undefined) state.keys.revoke(key);
    }
  }
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
