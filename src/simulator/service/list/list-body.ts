import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { drawFraction } from '../../../draw.ts';
import { ownBytes } from '../../../http/body.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { keptBodyBytes } from '../../environment/journal/journal-entry.ts';
import type { OrderList, PlacedOrder } from '../../orders/order-store.ts';
import type { BytesBody } from '../service-response.ts';
import { ListCache } from './list-cache.ts';
import { writeOrder } from './order-json.ts';

/** The bytes of a list, which can be written any number of times. */
export type ListBody = BytesBody & {
  /** Returns a strong ETag of the bytes. */
  etag(): string;
  /** Compresses the bytes with gzip. They are another representation, with an ETag of its own. */
  gzip(): Promise<Buffer>;
};

/** The gaps that decide the bytes of the list. */
export const listGaps = [
  'cancelled-in-list',
  'list-order',
  'optional-fields',
  'extra-fields',
  'ship-date-form',
] as const;

/** The bytes of lists that the process keeps: a tenth of the memory of a small container. */
export const maxListBytes: number = Math.min(32 * 1024 ** 2, (process.constrainedMemory() || Infinity) / 10);

const cache = new ListCache<ListBody>(maxListBytes);

/**
 * Returns the list as bytes. Spec 4.1: every order in one array. The bytes are made once for each revision and each set of
 * choices; with `cancelled-in-list=keep` a cancel changes none.
 */
export function listBody(state: EnvironmentState, list: OrderList, choices: Choices): ListBody {
  const seed = seedOfList(state, choices);
  const lag = state.listLag.revision;
  let known = lastKeys.get(list);
  if (known?.choices !== choices || known.lag !== lag || known.seed !== seed) {
    known = { choices, lag, seed, key: keyOf(list, choices, lag, seed) };
    lastKeys.set(list, known);
  }
  const { key } = known;
  return cache.get(key) ?? cache.add(key, bodyOf(`[${writeOrders(state, list, choices, seed).join()}]`));
}

/** The key that each list had last, because making it takes as long as finding its bytes. */
// biome-ignore lint/plugin: a list belongs to one store
const lastKeys = new WeakMap<
  OrderList,
  { readonly choices: Choices; readonly lag: number; readonly seed: string; readonly key: string }
>();

function keyOf(
  { store, revision, fieldsRevision }: OrderList,
  choices: Choices,
  lag: number,
  seed: string,
): string {
  const shown = choices['cancelled-in-list'] === 'keep' ? fieldsRevision : `${revision} ${lag}`;
  return `${store} ${shown} ${listGaps.map((gap) => choices[gap]).join()} ${seed}`;
}

/** After this many lists, the same draws return, so that their bytes are made once. */
const draws = 16;

/** Returns what the parts of a list are drawn from that differ from list to list. */
export function seedOfList({ seed, counts }: EnvironmentState, choices: Choices): string {
  const differs = choices['list-order'] === 'shuffled' || choices['optional-fields'] === 'sparse';
  return differs ? `${seed}, list ${counts.lists % draws}` : seed;
}

/** Writes the orders that the list shows: all but the cancelled ones, which it shows as long as it lags. */
function writeOrders(
  { listLag, isNamed }: EnvironmentState,
  { orders }: OrderList,
  choices: Choices,
  seed: string,
): readonly string[] {
  const keeps = choices['cancelled-in-list'] === 'keep';
  const form = { ...choices, seed, isNamed };
  return inOrder(orders, choices['list-order'], seed)
    .filter(({ status, order: { id } }) => keeps || status !== 'cancelled' || listLag.shows(id))
    .map(({ order }) => writeOrder(order, form));
}

/** Greater than any int64: orders without an id are the last ones. */
const afterIds = 1n << 64n;

/** Returns the orders in the order of gap `list-order`. */
function inOrder(
  orders: readonly PlacedOrder[],
  order: Choices['list-order'],
  seed: string,
): readonly PlacedOrder[] {
  switch (order) {
    case 'as-placed':
      return orders;
    case 'by-id':
      return orders.toSorted(({ order: { id: one = afterIds } }, { order: { id: other = afterIds } }) =>
        Number(one - other),
      );
    case 'shuffled':
      return orders
        .map((placed, at) => ({ placed, draw: drawFraction(seed, 'shuffle', placed.order.id ?? `at ${at}`) }))
        .sort((one, other) => one.draw - other.draw)
        .map(({ placed }) => placed);
  }
}

/** Up to this many bytes, a string costs less than a Buffer: Node writes it together with the headers. */
const maxText = 16 * 1024;

function bodyOf(text: string): ListBody {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  let etag: string | undefined;
  let zipped: Promise<Buffer> | undefined;
  return {
    kind: 'bytes',
    bytes,
    length,
    latin1: length <= maxText ? bytes.toString('latin1') : undefined,
    // A copy, so that the journal does not hold on to the list.
    head: length <= keptBodyBytes ? bytes : ownBytes(bytes, keptBodyBytes),
    etag: () => (etag ??= `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`),
    gzip: () => (zipped ??= promisify(gzip)(bytes)),
  };
}
