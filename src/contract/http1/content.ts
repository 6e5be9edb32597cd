import { headerValues } from '../exchange.ts';
import { type ByteQueue, type EndReason, type Reading, readLine } from './byte-queue.ts';
import type { ByteSink } from './byte-sink.ts';
import type { Head } from './head.ts';
import { quoted } from './quoted.ts';

/** How the end of the content is found. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' };

/** The framing and its faults. `damaged`: the content cannot be trusted. */
export type FramingResult = {
  readonly framing: Framing;
  readonly faults: readonly string[];
  readonly damaged: boolean;
};

/** Returns the framing of a response to a request with a method (RFC 9112, 6.3). */
export function framingOf(head: Head, method: string): FramingResult {
  if (method === 'HEAD' || head.status === 204 || head.status === 304)
    return { framing: { kind: 'none' }, faults: [], damaged: false };
  const codings = headerValues(head.rawHeaders, 'transfer-encoding');
  const lengths = headerValues(head.rawHeaders, 'content-length');
  if (codings.length > 0) return byCoding(head, codings.join(', ').toLowerCase(), lengths.length > 0);
  if (lengths.length > 0) return byLength(lengths);
  return { framing: { kind: 'close' }, faults: [], damaged: false };
}

function byCoding(head: Head, coding: string, withLength: boolean): FramingResult {
  const faults: string[] = [];
  if (withLength) faults.push('The response has both Content-Length and Transfer-Encoding');
  if (head.version === '1.0') faults.push('An HTTP/1.0 response has Transfer-Encoding');
  if (coding === 'chunked') return { framing: { kind: 'chunked' }, faults, damaged: false };
  faults.push(`Transfer-Encoding is ${quoted(coding)}; without a TE header only chunked is allowed`);
  const chunked = /(?:^|,\s*)chunked$/.test(coding);
  return { framing: { kind: chunked ? 'chunked' : 'close' }, faults, damaged: true };
}

function byLength(values: readonly string[]): FramingResult {
  const all = values.flatMap((value) => value.split(',').map((part) => part.trim()));
  const different = [...new Set(all)];
  const [first = ''] = different;
  if (different.length > 1)
    return unusable(`Content-Length has different values: ${quoted(different.join(', '))}`);
  if (!/^\d+$/.test(first)) return unusable(`Content-Length is not a number: ${quoted(first)}`);
  const faults = all.length > 1 ? ['Content-Length is repeated'] : [];
  return { framing: { kind: 'length', bytes: Number(first) }, faults, damaged: false };
}

function unusable(fault: string): FramingResult {
  return { framing: { kind: 'close' }, faults: [fault], damaged: true };
}

/** The result of reading content. */
export type ContentResult =
  | { readonly kind: 'complete' }
  /** Cut short or wrongly chunked: the content cannot be trusted. */
  | { readonly kind: 'damaged'; readonly fault: string }
  | { readonly kind: 'too-large' };

const complete: ContentResult = { kind: 'complete' };
const maxChunkLine = 8 * 1024;
const maxTrailerBytes = 64 * 1024;

/** Reads content of at most `limit` bytes into `sink` and removes the transfer coding. */
export function* readContent(
  queue: ByteQueue,
  sink: ByteSink,
  framing: Framing,
  limit: number,
): Reading<ContentResult> {
  switch (framing.kind) {
    case 'none':
      return complete;
    case 'length':
      return yield* readLength(queue, sink, framing.bytes, limit);
    case 'chunked':
      return yield* readChunked(queue, sink, limit);
    case 'close':
      return yield* readToEnd(queue, sink, limit);
  }
}

/** Describes an end that came too early. */
export function describeEnd(end: EndReason | undefined): string {
  if (end === 'silent') return 'no more bytes arrived';
  return end === 'reset' ? 'the connection was reset' : 'the connection was closed';
}

function* readLength(queue: ByteQueue, sink: ByteSink, bytes: number, limit: number): Reading<ContentResult> {
  if (bytes > limit) return { kind: 'too-large' };
  sink.reserve(bytes);
  if (yield* move(queue, sink, bytes)) return complete;
  return {
    kind: 'damaged',
    fault: `The content is cut short: ${describeEnd(queue.end)} after ${sink.length} of ${bytes} bytes`,
  };
}

function* readToEnd(queue: ByteQueue, sink: ByteSink, limit: number): Reading<ContentResult> {
  for (;;) {
    sink.append(queue.take(queue.length));
    if (sink.length > limit) return { kind: 'too-large' };
    if (queue.end === 'closed') return complete;
    if (queue.end !== undefined) {
      const fault = `The content has no length, and ${describeEnd(queue.end)} after ${sink.length} bytes`;
      return { kind: 'damaged', fault };
    }
    yield;
  }
}

function* readChunked(queue: ByteQueue, sink: ByteSink, limit: number): Reading<ContentResult> {
  for (;;) {
    const line = yield* readLine(queue, maxChunkLine);
    if (line.kind === 'ended') return cutInChunks(queue, sink);
    if (line.kind === 'too-long') return badChunk('has a line of more than 8 KiB');
    const size = /^([0-9a-fA-F]{1,16})[ \t]*(?:;.*)?$/.exec(line.text)?.[1];
    if (size === undefined || line.bareLineFeed)
      return badChunk(`begins with ${quoted(line.text)} instead of its size`);
    const bytes = Number.parseInt(size, 16);
    if (bytes === 0) return yield* readTrailers(queue, sink);
    if (sink.length + bytes > limit) return { kind: 'too-large' };
    if (!(yield* move(queue, sink, bytes))) return cutInChunks(queue, sink);
    const end = yield* readLine(queue, maxChunkLine);
    if (end.kind === 'ended') return cutInChunks(queue, sink);
    if (end.kind !== 'line' || end.text !== '' || end.bareLineFeed)
      return badChunk('is longer than its size');
  }
}

function* readTrailers(queue: ByteQueue, sink: ByteSink): Reading<ContentResult> {
  let bytes = 0;
  for (;;) {
    const line = yield* readLine(queue, maxTrailerBytes - bytes);
    if (line.kind === 'ended') return cutInChunks(queue, sink);
    if (line.kind === 'too-long') return badChunk('has trailers of more than 64 KiB');
    if (line.text === '') return complete;
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:/.test(line.text))
      return badChunk(`has a bad trailer: ${quoted(line.text)}`);
    bytes += line.text.length + 2;
  }
}

/** Moves `bytes` bytes from the queue to the sink. Returns whether all of them arrived. */
function* move(queue: ByteQueue, sink: ByteSink, bytes: number): Reading<boolean> {
  let missing = bytes;
  for (;;) {
    const taken = queue.take(missing);
    sink.append(taken);
    missing -= taken.length;
    if (missing === 0) return true;
    if (queue.end !== undefined) return false;
    yield;
  }
}

function cutInChunks(queue: ByteQueue, sink: ByteSink): ContentResult {
  const fault = `The chunked content has no end: ${describeEnd(queue.end)} after ${sink.length} bytes`;
  return { kind: 'damaged', fault };
}

function badChunk(what: string): ContentResult {
  return { kind: 'damaged', fault: `The chunked content is malformed: a chunk ${what}` };
}
