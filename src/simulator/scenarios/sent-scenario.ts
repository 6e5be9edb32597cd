import { buffersOf, PackedOrders, type PackedParts } from '../orders/memory/packed-orders.ts';
import type { Scenario } from './read-scenario.ts';

/** A scenario as data that another thread can receive. */
export type SentScenario = Omit<Scenario, 'packed'> & { readonly parts: PackedParts | undefined };

/** Returns a scenario as data, and the buffers to transfer with it; its packed orders must not be used afterwards. */
export function sendScenario({ packed, ...scenario }: Scenario): [SentScenario, ArrayBufferLike[]] {
  const parts = packed?.parts;
  return [{ ...scenario, parts }, parts === undefined ? [] : buffersOf(parts)];
}

/** Restores a scenario that another thread has sent. */
export function receiveScenario({ parts, ...scenario }: SentScenario): Scenario {
  return parts === undefined ? scenario : { ...scenario, packed: PackedOrders.from(parts) };
}
