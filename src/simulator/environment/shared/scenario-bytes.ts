import { deserialize, serialize } from 'node:v8';
import { PackedOrders, type PackedParts, packOrders } from '../../orders/memory/packed-orders.ts';
import type { InitialState } from '../initial-state.ts';

/** A scenario as other processes read it. API keys are not in it. */
type SentState = Omit<InitialState, 'orders' | 'apiKeys'> & { readonly orders: PackedParts };

/** Writes a scenario, without its API keys. */
export function writeScenario({ orders, apiKeys: _, ...rest }: InitialState): Buffer {
  const packed = orders instanceof PackedOrders ? orders : packOrders(orders);
  const sent: SentState = { ...rest, orders: packed.parts };
  return serialize(sent);
}

/** Reads a scenario that `writeScenario` wrote. */
export function readScenario(bytes: Buffer): InitialState {
  const { orders, ...rest } = deserialize(bytes) as SentState;
  return { ...rest, orders: PackedOrders.from(ownParts(orders)), apiKeys: new Map() };
}

/** Copies the arrays, which are parts of one large buffer. */
function ownParts({ segments, positions: { ids, numbers, slots, ...rest } }: PackedParts): PackedParts {
  return {
    segments: segments.map(({ bytes, ends, ...segment }) => ({
      ...segment,
      bytes: Buffer.from(new Uint8Array(bytes).buffer),
      ends: new Uint32Array(ends),
    })),
    positions: { ...rest, ids: ids.slice(), numbers: numbers.slice(), slots: slots.slice() },
  };
}
