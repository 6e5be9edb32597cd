import type { Faker, Randomizer } from '@faker-js/faker';
import { formatDateTime, msOf } from '../../text/date-time.ts';
import type { Order } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { firstIdsOf } from './scenario-checks.ts';
import type { GenerateBlock } from './scenario-schema.ts';

/**
 * Generates the orders of the blocks. The nth order of all blocks depends only on the seed, n and its block, so that a
 * larger count does not change the orders before it. The result is the same on every machine.
 */
export async function generateOrders(
  blocks: readonly GenerateBlock[],
  seed: number,
): Promise<Iterable<PlacedOrder>> {
  return drawOrders(blocks, seed, await drawingFaker());
}

function* drawOrders(
  blocks: readonly GenerateBlock[],
  seed: number,
  faker: DrawingFaker,
): Generator<PlacedOrder> {
  const runs = firstIdsOf(blocks);
  let index = 0;
  for (const [at, block] of blocks.entries()) {
    const drawOrder = orderDrawer(block, faker);
    const status = block.status ?? 'pending';
    const first = runs[at]?.first ?? 0n;
    for (let i = 0n; i < block.count; i += 1n) {
      faker.use(drawsFor(seed, index));
      index += 1;
      yield { order: { id: first + i, ...drawOrder() }, status };
    }
  }
}

type DrawingFaker = { readonly faker: Faker; readonly draws: Draws; use(draws: Draws): void };

/** Makes a faker over our draws: others could reseed the shared one, and seeding it is slow. */
async function drawingFaker(): Promise<DrawingFaker> {
  const { faker: shared } = await import('@faker-js/faker/locale/en');
  let current: Draws = drawsFor(0, 0);
  const draws: Draws = { next: () => current.next() };
  const randomizer: Randomizer = { ...draws, seed: () => {} };
  const faker = new (shared.constructor as typeof Faker)({ locale: shared.rawDefinitions, randomizer });
  return {
    faker,
    draws,
    use: (next) => {
      current = next;
    },
  };
}

const defaultPetIds = { min: 1n, max: 9999n };
const defaultQuantities = { min: 1n, max: 10n };
const defaultShipDates = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59Z' };

/** Draws every field, even one that is left out, so that leaving it out does not change the others. */
function orderDrawer(block: GenerateBlock, { faker, draws }: DrawingFaker): () => Omit<Order, 'id'> {
  const drawPetId = bigintDrawer(block.petId ?? defaultPetIds, draws);
  const drawQuantity = bigintDrawer(block.quantity ?? defaultQuantities, draws);
  const { from, to } = block.shipDate ?? defaultShipDates;
  const seconds = { min: Math.ceil(msOf(from) / 1000), max: Math.floor(msOf(to) / 1000) };
  const probability = Number(block.complete ?? 0.5);
  const leaveOut = new Set<string>(block.leaveOut ?? []);
  return () => {
    const drawn = {
      petId: drawPetId(),
      quantity: drawQuantity(),
      shipDate: formatDateTime(faker.number.int(seconds) * 1000),
      complete: faker.datatype.boolean({ probability }),
    };
    return leaveOut.size === 0
      ? drawn
      : Object.fromEntries(Object.entries(drawn).filter(([field]) => !leaveOut.has(field)));
  };
}

/** Draws like `faker.number.bigInt`, which makes a list and several texts for each, in a tenth of the time. */
function bigintDrawer({ min, max }: typeof defaultPetIds, draws: Draws): () => bigint {
  const span = max - min + 1n;
  const length = span === 1n ? 0 : `${span}`.length;
  return () => {
    let digits = '';
    for (let at = 0; at < length; at += 1) digits += Math.floor(draws.next() * 10);
    return min + (BigInt(digits) % span);
  };
}

/** A source of numbers that depends only on a seed and an index. */
type Draws = {
  /** The next number, from 0 to 1, 1 excluded. */
  next(): number;
};

const warmUp = 12;

/**
 * Draws for the nth thing of a seed (both whole numbers from 0 to 2^53-1): the generator sfc32, its state filled from
 * both numbers. It uses only 32-bit integers, so it is the same on every machine.
 */
export function drawsFor(seed: number, index: number): Draws {
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
  return { next: () => ((step() >>> 5) * 2 ** 26 + (step() >>> 6)) / 2 ** 53 };
}
