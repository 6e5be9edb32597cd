import type { Framing } from '../../contract/http1/framing.ts';
import { quoted, token } from '../../contract/http1/wire-text.ts';

/** Why no more bytes arrive: the other side closed or reset the connection, or sent nothing for too long. */
export type EndReason = 'closed' | 'reset' | 'silent';

/** Describes an end that came too early. */
export function describeEnd(end: EndReason): string {
  if (end === 'silent') return 'no more bytes arrived';
  return end === 'reset' ? 'the connection was reset' : 'the connection was closed';
}

export type BodyReaderOptions = {
  /** Receives the content in pieces, without the transfer coding. */
  readonly onContent: (piece: Buffer) => void;
  /** The maximum number of bytes of content. Default: any. */
  readonly limit?: number;
};

const maxChunkLine = 8 * 1024;
const maxTrailerBytes = 64 * 1024;
const chunkLine = /^([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?\r\n$/;
const trailer = new RegExp(`^${token}:`);

/** What the next bytes of a chunked body are. */
type ChunkPart = 'size' | 'data' | 'data-end' | 'trailer';

/** Reads a body in the pieces in which it arrives, and finds its end. */
export class BodyReader {
  readonly #framing: Framing;
  readonly #options: BodyReaderOptions;
  #state: 'reading' | 'complete' | 'too-large' | 'malformed' = 'reading';
  #fault: string | undefined;
  #bytes = 0;
  /** Of the body, or of the current chunk. */
  #left = 0;
  #part: ChunkPart = 'size';
  #line = '';
  #trailerBytes = 0;

  constructor(framing: Framing, options: BodyReaderOptions) {
    this.#framing = framing;
    this.#options = options;
    if (framing.kind === 'length') this.#expect(framing.bytes);
    if (framing.kind === 'none' || (framing.kind === 'length' && framing.bytes === 0))
      this.#state = 'complete';
  }

  /** A body that ends with its connection is complete after `end`. */
  get complete(): boolean {
    return this.#state === 'complete';
  }

  get tooLarge(): boolean {
    return this.#state === 'too-large';
  }

  /** Why the framing is broken, as a sentence. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Reads bytes from an offset on, and returns where the body or the bytes end. */
  push(bytes: Buffer, from = 0): number {
    if (this.#framing.kind === 'chunked') return this.#pushChunked(bytes, from);
    if (this.#state !== 'reading') return from;
    const length = bytes.length - from;
    if (this.#framing.kind === 'close') this.#expect(length);
    const taken = Math.min(this.#left, length);
    this.#take(bytes.subarray(from, from + taken));
    if (this.#framing.kind === 'length' && this.#left === 0) this.#state = 'complete';
    return from + taken;
  }

  /** Ends the body with its connection. Returns a sentence if it is not complete. */
  end(reason: EndReason): string | undefined {
    if (this.#state !== 'reading') return this.#fault;
    const after = `${describeEnd(reason)} after ${this.#bytes}`;
    if (this.#framing.kind === 'length')
      return `The content is cut short: ${after} of ${this.#framing.bytes} bytes`;
    if (this.#framing.kind === 'chunked') return `The chunked content has no end: ${after} bytes`;
    if (reason !== 'closed') return `The content has no length, and ${after} bytes`;
    this.#state = 'complete';
    return undefined;
  }

  /** Expects so many bytes of content next, unless they are too many. */
  #expect(bytes: number): void {
    if (this.#bytes + bytes > (this.#options.limit ?? Number.POSITIVE_INFINITY)) this.#state = 'too-large';
    else this.#left = bytes;
  }

  #take(piece: Buffer): void {
    this.#left -= piece.length;
    this.#bytes += piece.length;
    if (piece.length > 0) this.#options.onContent(piece);
  }

  #pushChunked(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && this.#state === 'reading') {
      if (this.#part === 'data') {
        const taken = Math.min(this.#left, bytes.length - at);
        this.#take(bytes.subarray(at, at + taken));
        at += taken;
        if (this.#left === 0) this.#part = 'data-end';
        continue;
      }
      const end = bytes.indexOf(10, at);
      const next = end < 0 ? bytes.length : end + 1;
      this.#line += bytes.toString('latin1', at, next);
      at = next;
      if (end >= 0 || this.#line.length > maxChunkLine) this.#readLine();
    }
    return at;
  }

  /** Reads a line of a chunked body. It has no end if it is too long. */
  #readLine(): void {
    const line = this.#line;
    const isTooLong = line.length > maxChunkLine;
    this.#line = '';
    if (this.#part === 'data-end' && line !== '\r\n') this.#refuse('is longer than its size');
    else if (this.#part === 'data-end') this.#part = 'size';
    else if (isTooLong) this.#refuse('has a line of more than 8 KiB');
    else if (this.#part === 'trailer') this.#readTrailer(line);
    else this.#readSize(line);
  }

  #readSize(line: string): void {
    const size = chunkLine.exec(line)?.[1];
    const bytes = Number.parseInt(size ?? '0', 16);
    if (size === undefined)
      this.#refuse(`begins with ${quoted(line.replace(/\r?\n$/, ''))} instead of its size`);
    else this.#expect(bytes);
    this.#part = bytes === 0 ? 'trailer' : 'data';
  }

  #readTrailer(line: string): void {
    this.#trailerBytes += line.length;
    if (line === '\r\n' || line === '\n') this.#state = 'complete';
    else if (this.#trailerBytes > maxTrailerBytes) this.#refuse('has trailers of more than 64 KiB');
    else if (!trailer.test(line)) this.#refuse(`has a bad trailer: ${quoted(line.replace(/\r?\n$/, ''))}`);
  }

  #refuse(what: string): void {
    this.#state = 'malformed';
    this.#fault = `The chunked content is malformed: a chunk ${what}`;
  }
}
