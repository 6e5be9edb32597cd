import type { Framing } from '../../../contract/http1/content.ts';
import type { ForwardedContent } from '../proxied-exchange.ts';

const maxChunkLine = 8 * 1024;
const maxTrailerBytes = 64 * 1024;

/** What the next bytes of a chunked body are. */
type ChunkPart = 'size' | 'data' | 'data-end' | 'trailer';

/**
 * Finds the end of a body in the bytes that pass, without changing them, and keeps a copy of the content if it is short
 * enough.
 */
export class BodyTracker {
  readonly #framing: Framing;
  readonly #keepBytes: number;
  #kept: Buffer[] | undefined = [];
  #bytes = 0;
  /** Of the body, or of the current chunk. */
  #left: number;
  #part: ChunkPart = 'size';
  #line = '';
  #trailerBytes = 0;
  #done: boolean;
  #fault: string | undefined;

  constructor(framing: Framing, keepBytes: number) {
    this.#framing = framing;
    this.#keepBytes = keepBytes;
    this.#left = framing.kind === 'length' ? framing.bytes : 0;
    this.#done = framing.kind === 'none' || (framing.kind === 'length' && framing.bytes === 0);
  }

  /** Whether the body is complete. A body that ends with its connection is complete after `end`. */
  get done(): boolean {
    return this.#done;
  }

  /** Why the framing is broken, if it is. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Reads from `bytes`, beginning at `from`, and returns where the body or the bytes end. */
  push(bytes: Buffer, from: number): number {
    if (this.#done) return from;
    if (this.#framing.kind === 'chunked') return this.#pushChunked(bytes, from);
    const length = bytes.length - from;
    const taken = this.#framing.kind === 'close' ? length : Math.min(this.#left, length);
    this.#keep(bytes.subarray(from, from + taken));
    this.#left -= taken;
    this.#done = this.#framing.kind === 'length' && this.#left === 0;
    return from + taken;
  }

  /** Adds bytes that should not be there to the content. */
  addSurplus(bytes: Buffer): void {
    this.#keep(bytes);
  }

  /** The connection has ended. */
  end(): void {
    if (this.#framing.kind === 'close') this.#done = true;
  }

  /** The content so far. */
  content(): ForwardedContent {
    const kept = this.#kept === undefined ? undefined : concat(this.#kept);
    return { bytes: this.#bytes, kept, complete: this.#done };
  }

  #pushChunked(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && !this.#done && this.#fault === undefined) {
      if (this.#part === 'data') {
        const taken = Math.min(this.#left, bytes.length - at);
        this.#keep(bytes.subarray(at, at + taken));
        this.#left -= taken;
        at += taken;
        if (this.#left === 0) this.#part = 'data-end';
        continue;
      }
      const end = bytes.indexOf(10, at);
      const next = end < 0 ? bytes.length : end + 1;
      this.#line += bytes.toString('latin1', at, next);
      at = next;
      if (this.#line.length > maxChunkLine) this.#fault = 'a chunk has a line of more than 8 KiB';
      else if (end >= 0) this.#endLine();
    }
    return at;
  }

  #endLine(): void {
    const line = this.#line;
    this.#line = '';
    if (this.#part === 'trailer') this.#readTrailer(line);
    else if (this.#part === 'data-end') {
      if (line === '\r\n') this.#part = 'size';
      else this.#fault = 'a chunk is longer than its size';
    } else {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: an extension must not have these characters
      const size = /^([0-9a-fA-F]{1,13})(?:[ \t]*;[^\x00-\x08\x0a-\x1f\x7f]*)?\r\n$/.exec(line)?.[1];
      if (size === undefined) this.#fault = 'a chunk does not begin with its size';
      else {
        this.#left = Number.parseInt(size, 16);
        this.#part = this.#left === 0 ? 'trailer' : 'data';
      }
    }
  }

  #readTrailer(line: string): void {
    this.#trailerBytes += line.length;
    if (line === '\r\n') this.#done = true;
    else if (this.#trailerBytes > maxTrailerBytes) this.#fault = 'the trailers have more than 64 KiB';
    else if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[^\r\n]*\r\n$/.test(line))
      this.#fault = 'a trailer is not valid';
  }

  #keep(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#keepBytes) this.#kept = undefined;
    else if (bytes.length > 0) this.#kept?.push(bytes);
  }
}

/** A single part is returned as it is. */
function concat(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}
