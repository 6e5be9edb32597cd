import { type ByteQueue, type EndReason, type Reading, readLine } from './byte-queue.ts';
import type { ByteSink } from './byte-sink.ts';
import type { Framing } from './framing.ts';
import { quoted } from './quoted.ts';

/** How reading content came to its end. */
export type ContentResult =
  | { readonly kind: 'complete'; readonly faults: readonly string[] }
  /** Cut short or wrongly chunked: what came cannot be trusted. */
  | { readonly kind: 'damaged'; readonly fault: string }
  | { readonly kind: 'too-large' };

const maxChunkLine = 8 * 1024;
const maxTrailerBytes = 64 * 1024;

/** Reads content into `sink`, at most `limit` bytes; transfer coding is undone. */
export function readContent(
  queue: ByteQueue,
  sink: ByteSink,
  framing: Framing,
  limit: number,
): Reading<ContentResult> {
  switch (framing.kind) {
    case 'none':
      return readNone();
    case 'length':
      return readLength(queue, sink, framing.bytes, limit);
    case 'chunked':
      return readChunked(queue, sink, limit);
    case 'close':
      return readToEnd(queue, sink, limit);
  }
}

/** The words for an end that came too early. */
export function endInWords(end: EndReason | undefined): string {
  if (end === 'silent') return 'nothing more came';
  return end === 'reset' ? 'the connection was reset' : 'the connection was closed';
}

// biome-ignore lint/correctness/useYield: it has the shape of the other readers and needs no byte
function* readNone(): Reading<ContentResult> {
  return { kind: 'complete', faults: [] };
}

function* readLength(queue: ByteQueue, sink: ByteSink, bytes: number, limit: number): Reading<ContentResult> {
  if (bytes > limit) return { kind: 'too-large' };
  sink.reserve(bytes);
  const whole = yield* move(queue, sink, bytes);
  if (whole) return { kind: 'complete', faults: [] };
  return {
    kind: 'damaged',
    fault: `The content is cut short: ${endInWords(queue.end)} after ${sink.length} of ${bytes} bytes`,
  };
}

function* readToEnd(queue: ByteQueue, sink: ByteSink, limit: number): Reading<ContentResult> {
  for (;;) {
    sink.append(queue.take(queue.length));
    if (sink.length > limit) return { kind: 'too-large' };
    if (queue.end === 'closed') return { kind: 'complete', faults: [] };
    if (queue.end !== undefined) {
      const fault = `The content ends with the connection, and ${endInWords(queue.end)} after ${sink.length} bytes`;
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
      return badChunk(`has no size where ${quoted(line.text)} stands`);
    const bytes = Number.parseInt(size, 16);
    if (bytes === 0) return yield* readTrailers(queue, sink);
    if (sink.length + bytes > limit) return { kind: 'too-large' };
    if (!(yield* move(queue, sink, bytes))) return cutInChunks(queue, sink);
    const end = yield* readLine(queue, maxChunkLine);
    if (end.kind === 'ended') return cutInChunks(queue, sink);
    if (end.kind !== 'line' || end.text !== '' || end.bareLineFeed)
      return badChunk('goes on beyond its size');
  }
}

function* readTrailers(queue: ByteQueue, sink: ByteSink): Reading<ContentResult> {
  let bytes = 0;
  for (;;) {
    const line = yield* readLine(queue, maxTrailerBytes - bytes);
    if (line.kind === 'ended') return cutInChunks(queue, sink);
    if (line.kind === 'too-long') return badChunk('has trailers of more than 64 KiB');
    if (line.text === '') return { kind: 'complete', faults: [] };
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:/.test(line.text))
      return badChunk(`has a bad trailer: ${quoted(line.text)}`);
    bytes += line.text.length + 2;
  }
}

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
  const fault = `The chunked content has no end: ${endInWords(queue.end)} after ${sink.length} bytes`;
  return { kind: 'damaged', fault };
}

function badChunk(what: string): ContentResult {
  return { kind: 'damaged', fault: `The chunked content is malformed: a chunk ${what}` };
}
