import { formatDateTime, msOf } from '../../text/date-time.ts';
import type { Order } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { firstIdsOf } from './scenario-checks.ts';
import type { GenerateBlock } from './scenario-schema.ts';

/**
 * Generates the orders of the blocks. The nth order of all blocks depends only on the seed, n and its block, so that a
 * larger count does not change the orders before it. The result is the same on every machine.
 */
export function* generateOrders(blocks: readonly GenerateBlock[], seed: number): Generator<PlacedOrder> {
  const runs = firstIdsOf(blocks);
  let index = 0;
  for (const [at, block] of blocks.entries()) {
    const drawOrder = orderDrawer(block);
    const status = block.status ?? 'pending';
    const first = runs[at]?.first ?? 0n;
    for (let i = 0n; i < block.count; i += 1n) {
      yield { order: { id: first + i, ...drawOrder(drawsFor(seed, index)) }, status };
      index += 1;
    }
  }
}

const defaultPetIds = { min: 1n, max: 9999n };
const defaultQuantities = { min: 1n, max: 10n };
const defaultShipDates = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59Z' };

/** Draws every field, even one that is left out, so that leaving it out does not change the others. */
function orderDrawer(block: GenerateBlock): (draw: Draw) => Omit<Order, 'id'> {
  const { from, to } = block.shipDate ?? defaultShipDates;
  const seconds = { min: Math.ceil(msOf(from) / 1000), max: Math.floor(msOf(to) / 1000) };
  const probability = Number(block.complete ?? 0.5);
  const leaveOut = new Set<string>(block.leaveOut ?? []);
  return (draw) => {
    const drawn = {
      petId: drawBigint(block.petId ?? defaultPetIds, draw),
      quantity: drawBigint(block.quantity ?? defaultQuantities, draw),
      shipDate: formatDateTime(drawInteger(seconds, draw) * 1000),
      complete: draw() < probability,
    };
    return leaveOut.size === 0
      ? drawn
      : Object.fromEntries(Object.entries(drawn).filter(([field]) => !leaveOut.has(field)));
  };
}

/** A range of one value draws nothing: what is drawn after it does not depend on it. */
function drawInteger({ min, max }: { readonly min: number; readonly max: number }, draw: Draw): number {
  return min === max ? min : Math.floor(draw() * (max - min + 1) + min);
}

function drawBigint({ min, max }: typeof defaultPetIds, draw: Draw): bigint {
  const span = max - min + 1n;
  const length = span === 1n ? 0 : `${span}`.length;
  let digits = '';
  for (let at = 0; at < length; at += 1) digits += Math.floor(draw() * 10);
  return min + (BigInt(digits) % span);
}

/** Returns the next number, from 0 to 1, 1 excluded. */
type Draw = () => number;

const warmUp = 12;

/**
 * Draws for the nth thing of a seed (both whole numbers from 0 to 2^53-1): the generator sfc32, its state filled from
 * both numbers. It uses only 32-bit integers, so it is the same on every machine.
 */
function drawsFor(seed: number, index: number): Draw {
  let a = seed | 0;
  let b = (seed / 2 ** 32) | 0;
  let c = index | 0;
  let counter = ((index / 2 ** 32) | 0) + 1;
  const step = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < warmUp; round += 1) step();
  return () => ((step() >>> 5) * 2 ** 26 + (step() >>> 6)) / 2 ** 53;
}
