import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { keptBodyBytes } from '../../environment/journal/journal-entry.ts';
import type { OrderList } from '../../orders/order-store.ts';
import type { ChunksBody } from '../service-response.ts';
import { orderSegments } from './list-view.ts';
import { type Rendered, renderSegments } from './render-segments.ts';

/** The bytes of a list, ready to be written as often as wanted. */
export type ListBody = ChunksBody & {
  /** A strong ETag of these bytes. */
  etag(): string;
  /** The bytes as gzip. */
  gzip(): Promise<Buffer>;
};

/** The gaps whose answers decide the bytes of the list. */
export const decidingGaps = [
  'cancelled-in-list',
  'list-order',
  'optional-fields',
  'extra-fields',
  'ship-date-form',
] as const;

type Variant = {
  readonly rendered: Rendered[];
  body: ListBody | undefined;
  /** Of the list that the body was made of, and of the list lag then. */
  revisions: ShownRevisions;
};

/** What has to stay as it is for the list to show the same. */
type ShownRevisions = { readonly list: number; readonly lag: number };

type Variants = {
  /** The same object of answers again, which is what every profile but `vary` gives, is looked up by nothing else. */
  answers: Choices | undefined;
  variant: Variant | undefined;
  readonly byKey: Map<string, Variant>;
};

/** By the state whose list it is, or by the stale list itself. */
const variantsOfSource = new WeakMap<object, Variants>();

/**
 * The list as bytes. They are made once per segment and answers and kept until a shown byte changes: with
 * `cancelled-in-list=keep` a cancel changes none. Spec 4.1: every order in one array. `source` is what the bytes are kept
 * by: the state, or a list of its own.
 */
export function listBody(
  state: EnvironmentState,
  list: OrderList,
  answers: Choices,
  source: object = state,
): ListBody {
  const variant = variantOf(source, answers);
  const { revisions } = variant;
  const now = shownRevisions(list, answers, state);
  if (variant.body !== undefined && revisions.list === now.list && revisions.lag === now.lag)
    return bodyOnceMore(variant, variant.body);
  const segments = orderSegments(list, answers['list-order'], state.seed);
  const changed = renderSegments(variant.rendered, segments, state, answers);
  variant.revisions = now;
  if (!changed && variant.body !== undefined) return bodyOnceMore(variant, variant.body);
  variant.body = joinSegments(variant.rendered);
  return variant.body;
}

/** With `cancelled-in-list=keep` no status shows, however the list is ordered. */
function shownRevisions(list: OrderList, answers: Choices, { listLag }: EnvironmentState): ShownRevisions {
  return answers['cancelled-in-list'] === 'keep'
    ? { list: list.fieldsRevision, lag: 0 }
    : { list: list.revision, lag: listLag.revision };
}

/** A body that is wanted again without a change is likely to be wanted often, and is written in less time as one piece. */
function bodyOnceMore(variant: Variant, body: ListBody): ListBody {
  if (body.chunks.length === 1 || body.length > onePieceAtMost) return body;
  variant.body = { ...body, chunks: [Buffer.concat(body.chunks, body.length)] };
  return variant.body;
}

const noneShown: ShownRevisions = { list: -1, lag: -1 };

function variantOf(source: object, answers: Choices): Variant {
  const variants = variantsOfSource.get(source) ?? noVariants(source);
  if (variants.answers === answers && variants.variant !== undefined) return variants.variant;
  const key = decidingGaps.map((gap) => answers[gap]).join();
  const variant = variants.byKey.get(key) ?? { rendered: [], body: undefined, revisions: noneShown };
  variants.byKey.set(key, variant);
  variants.answers = answers;
  variants.variant = variant;
  return variant;
}

function noVariants(source: object): Variants {
  const variants = { answers: undefined, variant: undefined, byKey: new Map<string, Variant>() };
  variantsOfSource.set(source, variants);
  return variants;
}

const open = Buffer.from('[');
const close = Buffer.from(']');
/** Up to this many bytes one write of the whole costs less than one write for each segment. */
const joinedAtMost = 256 * 1024;
/** Up to this many bytes a list that does not change is also kept as one piece. Beyond, it would take too much memory. */
const onePieceAtMost = 4 * 1024 * 1024;
/** Up to this many bytes a text costs less than a Buffer: Node writes it together with the head. */
const textAtMost = 16 * 1024;

function joinSegments(rendered: readonly Rendered[]): ListBody {
  const filled = rendered.map(({ bytes }) => bytes).filter((bytes) => bytes.length > 0);
  const parts = [open, ...filled.map((bytes, at) => (at === 0 ? bytes.subarray(1) : bytes)), close];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const chunks = length <= joinedAtMost ? [Buffer.concat(parts, length)] : parts;
  let etag: string | undefined;
  let zipped: Promise<Buffer> | undefined;
  return {
    kind: 'chunks',
    chunks,
    length,
    latin1: length <= textAtMost ? chunks[0]?.toString('latin1') : undefined,
    head: headOf(chunks),
    etag: () => (etag ??= strongEtag(chunks)),
    gzip: () => (zipped ??= promisify(gzip)(Buffer.concat(chunks, length))),
  };
}

/** A copy, so that a journal that holds it does not hold the list. */
function headOf(chunks: readonly Buffer[]): Buffer {
  const [first, second] = chunks;
  if (first !== undefined && second === undefined && first.length <= keptBodyBytes) return first;
  const parts: Buffer[] = [];
  let length = 0;
  for (const chunk of chunks) {
    if (length >= keptBodyBytes) break;
    parts.push(chunk.subarray(0, keptBodyBytes - length));
    length += parts.at(-1)?.length ?? 0;
  }
  return Buffer.concat(parts, length);
}

function strongEtag(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}
