import type { Faker, Randomizer } from '@faker-js/faker';
import { formatDateTime, readDateTime } from '../../shared/date-time.ts';
import type { Order } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { firstIdsOf } from './generated-ids.ts';
import type { GenerateBlock } from './scenario-schema.ts';
import { type Draws, drawsFor } from './seeded-draws.ts';

/**
 * Draws the orders of the blocks. The i-th order of all blocks together depends on the seed and on i alone (and on what
 * its block says), so that a larger count changes none of the orders before; the same bytes on every machine.
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

/** A faker of our own over our draws: the shared one has a seed that others could turn, and seeding it is slow. */
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

/** Every field is drawn, also one left out, so that leaving one out changes none of the others. */
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

/** Draws what `faker.number.bigInt` does, in a tenth of the time: it makes a list and several texts for each. */
function bigintDrawer({ min, max }: typeof defaultPetIds, draws: Draws): () => bigint {
  const span = max - min + 1n;
  const length = span === 1n ? 0 : `${span}`.length;
  return () => {
    let digits = '';
    for (let at = 0; at < length; at += 1) digits += Math.floor(draws.next() * 10);
    return min + (BigInt(digits) % span);
  };
}

function msOf(text: string): number {
  const reading = readDateTime(text);
  if (reading.kind === 'malformed') throw new Error(`a checked date-time is malformed: ${text}`);
  return reading.ms;
}
