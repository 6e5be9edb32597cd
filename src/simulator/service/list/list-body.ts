import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { finishInSlices, finishNow, type Steps } from '../../../in-slices.ts';
import { ownBytes } from '../../../json/own-bytes.ts';
import { ByteBudget } from '../../environment/byte-budget.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { keptBodyBytes } from '../../environment/journal/journal-entry.ts';
import { copyList } from '../../orders/memory/packed-orders.ts';
import type { OrderList } from '../../orders/order-store.ts';
import type { ChunksBody } from '../service-response.ts';
import { countUnwritten, type Rendered, renderSegments } from './render-segments.ts';

/** The bytes of a list, which can be written any number of times. */
export type ListBody = ChunksBody & {
  /** Returns a strong ETag of the bytes. */
  etag(): Promise<string>;
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

/** As long as these stay the same, the list shows the same orders. */
type Revisions = { readonly list: number; readonly lag: number };

const noRevisions: Revisions = { list: -1, lag: -1 };

const nothing: readonly Rendered[] = [];

class CachedList {
  rendered: readonly Rendered[] = nothing;
  body: ListBody | undefined;
  /** The revisions from which `body` was made. */
  revisions: Revisions = noRevisions;
  /** A body that is being made in slices, and its revisions. */
  pending: { readonly revisions: Revisions; readonly body: Promise<ListBody> } | undefined;
  /** The bytes kept here besides those of the store. */
  own = 0;

  drop(): void {
    this.rendered = nothing;
    this.body = undefined;
  }
}

/** The lists of one source, by the choices for `listGaps` and what is drawn. */
type Cache = {
  readonly byChoices: Map<string, CachedList>;
  /** The latest list and its choices: every profile except `vary` passes the same object each time. */
  latest: { readonly choices: Choices; readonly seed: string; readonly list: CachedList } | undefined;
};

/**
 * The bytes that the lists of all environments of a process keep to be written again, besides the orders themselves: a tenth of
 * the memory of a small container.
 */
export const maxListBytes: number = Math.min(32 * 1024 ** 2, (process.constrainedMemory() || Infinity) / 10);

/** One for the process, whose memory it bounds. */
export const listBudget: ByteBudget = new ByteBudget(maxListBytes);

// biome-ignore lint/plugin: a list is cached as long as its source exists, and a WeakMap ends with its keys.
const caches = new WeakMap<object, Cache>();

/** More orders than this are written and sorted in slices. */
const maxOrdersAtOnce = 1_000;
/** Lists with more unwritten orders than this wait for each other: an order takes up to a kilobyte while it is sorted. */
const maxOrdersBesideOthers = 10_000;

/**
 * Returns the list as bytes, as it is at the time of the call. Spec 4.1: every order in one array. A promise if many orders
 * must be written: that is done in slices.
 *
 * Fast path: the bytes are made once for each segment of the store and each set of choices, and kept until one of them
 * changes or other lists need the memory; with `cancelled-in-list=keep` a cancel changes none. `source` is what they are
 * cached by: the store, or a stale list.
 */
export function listBody(
  state: EnvironmentState,
  list: OrderList,
  choices: Choices,
  source: object = state.store,
): ListBody | Promise<ListBody> {
  const seed = seedOfList(state, choices);
  const cached = cachedList(source, choices, seed);
  const revisions = revisionsOf(list, choices, state);
  if (cached.body !== undefined && isSame(cached.revisions, revisions)) return reuseBody(cached, cached.body);
  const { listLag, isNamed } = state;
  const now = { list, listLag, choices, seed, isNamed };
  const unwritten = countUnwritten(cached.rendered, now);
  if (unwritten <= maxOrdersAtOnce)
    return keepBody(cached, revisions, finishNow(renderSegments(cached.rendered, now)));
  if (cached.pending !== undefined && isSame(cached.pending.revisions, revisions)) return cached.pending.body;
  const copy = { list: copyList(list), listLag: listLag.copy(), choices, seed, isNamed };
  const render = () => finishInSlices(renderSegments(cached.rendered, copy));
  const body = (unwritten > maxOrdersBesideOthers ? inTurn(render) : render())
    .then((rendered) =>
      // Another request may have made later bytes meanwhile.
      isNewer(cached.revisions, revisions) ? joinSegments(rendered) : keepBody(cached, revisions, rendered),
    )
    .finally(() => {
      if (cached.pending === pending) cached.pending = undefined;
    });
  const pending = { revisions, body };
  cached.pending = pending;
  return body;
}

/** After this many lists, the same draws return: to draw 100 orders takes ten times as long as to write their bytes again. */
const draws = 16;

/** Returns what the parts of a list are drawn from that differ from list to list. */
export function seedOfList({ seed, counts }: EnvironmentState, choices: Choices): string {
  const differs = choices['list-order'] === 'shuffled' || choices['optional-fields'] === 'sparse';
  return differs ? `${seed}, list ${counts.lists % draws}` : seed;
}

// biome-ignore lint/plugin: one for the process, whose memory it bounds.
let lastLong: Promise<unknown> = Promise.resolve();

/** Makes long lists one after the other: together they would need the memory of all of them, and be ready no earlier. */
function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = lastLong.then(make);
  lastLong = made.catch(() => undefined);
  return made;
}

function keepBody(cached: CachedList, revisions: Revisions, rendered: readonly Rendered[]): ListBody {
  const before = cached.rendered;
  const isUnchanged =
    rendered.length === before.length && rendered.every(({ bytes }, at) => bytes === before[at]?.bytes);
  cached.rendered = rendered;
  cached.revisions = revisions;
  return isUnchanged && cached.body !== undefined ? reuseBody(cached, cached.body) : makeBody(cached);
}

function makeBody(cached: CachedList): ListBody {
  const { rendered } = cached;
  const body = joinSegments(rendered, (zipped) => {
    // Not if another body was made while this one was compressed.
    if (cached.body?.gzip === body.gzip) useBytes(cached, cached.own + zipped.length);
  });
  cached.body = body;
  const own = rendered.reduce((sum, one) => sum + one.own, 0);
  useBytes(cached, body.chunks.length === 1 ? own + body.length : own);
  return body;
}

function useBytes(cached: CachedList, own: number): void {
  cached.own = own;
  listBudget.use(cached, own);
}

/** With `cancelled-in-list=keep`, the states of orders do not affect the list. */
function revisionsOf(list: OrderList, choices: Choices, { listLag }: EnvironmentState): Revisions {
  return choices['cancelled-in-list'] === 'keep'
    ? { list: list.fieldsRevision, lag: 0 }
    : { list: list.revision, lag: listLag.revision };
}

function isSame(one: Revisions, other: Revisions): boolean {
  return one.list === other.list && one.lag === other.lag;
}

/** Revisions only grow. */
function isNewer(one: Revisions, other: Revisions): boolean {
  return one.list > other.list || one.lag > other.lag;
}

/** A body that is requested again unchanged is likely to be requested often, and one chunk is written faster. */
function reuseBody(cached: CachedList, body: ListBody): ListBody {
  if (body.chunks.length === 1 || body.length > maxOneChunk) {
    useBytes(cached, cached.own);
    return body;
  }
  const joined = { ...body, chunks: [Buffer.concat(body.chunks, body.length)] };
  cached.body = joined;
  useBytes(cached, cached.own + body.length);
  return joined;
}

function cachedList(source: object, choices: Choices, seed: string): CachedList {
  let cache = caches.get(source);
  if (cache === undefined) {
    cache = { byChoices: new Map(), latest: undefined };
    caches.set(source, cache);
  }
  const { latest } = cache;
  if (latest?.choices === choices && latest.seed === seed) return latest.list;
  const key = `${listGaps.map((gap) => choices[gap]).join()} ${seed}`;
  const cached = cache.byChoices.get(key) ?? new CachedList();
  cache.byChoices.set(key, cached);
  cache.latest = { choices, seed, list: cached };
  return cached;
}

const open = Buffer.from('[');
const close = Buffer.from(']');
/** Up to this many bytes, one write of a copy costs less than one write per segment. */
const maxJoined = 256 * 1024;
/** Up to this many bytes, a list that does not change is joined into one chunk; longer ones would take too much memory. */
const maxOneChunk = 4 * 1024 * 1024;
/** Up to this many bytes, a string costs less than a Buffer: Node writes it together with the headers. */
const maxText = 16 * 1024;

function joinSegments(
  rendered: readonly Rendered[],
  onZipped: (zipped: Buffer) => void = () => undefined,
): ListBody {
  const filled = rendered.map(({ bytes }) => bytes).filter((bytes) => bytes.length > 0);
  const parts = [open, ...filled.map((bytes, at) => (at === 0 ? bytes.subarray(1) : bytes)), close];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const chunks = length <= maxJoined ? [ownBytes(parts, length)] : parts;
  let etag: Promise<string> | undefined;
  let zipped: Promise<Buffer> | undefined;
  return {
    kind: 'chunks',
    chunks,
    length,
    latin1: length <= maxText ? chunks[0]?.toString('latin1') : undefined,
    head: headOf(chunks),
    etag: () => (etag ??= finishInSlices(strongEtag(chunks))),
    gzip: () => {
      if (zipped !== undefined) return zipped;
      zipped = promisify(gzip)(Buffer.concat(chunks, length));
      void zipped.then(onZipped, () => undefined);
      return zipped;
    },
  };
}

/** A copy, so that the journal does not hold on to the list. */
function headOf(chunks: readonly Buffer[]): Buffer {
  const [first, second] = chunks;
  if (first !== undefined && second === undefined && first.length <= keptBodyBytes) return first;
  return ownBytes(chunks, keptBodyBytes);
}

function* strongEtag(chunks: readonly Buffer[]): Steps<string> {
  const hash = createHash('sha256');
  for (const chunk of chunks) {
    hash.update(chunk);
    yield;
  }
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}
