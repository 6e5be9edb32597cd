/** Why no more bytes come: the other side closed, the connection broke, or nothing came for too long. */
export type EndReason = 'closed' | 'reset' | 'silent';

/** A reader of a `ByteQueue`: stops at each `yield` until more bytes were pushed or the queue was ended. */
export type Reading<T> = Generator<undefined, T, undefined>;

/** The bytes that came from a connection and are not read yet. */
export class ByteQueue {
  #held: Buffer = Buffer.alloc(0);
  #borrowed = false;
  #looked = 0;
  #end: EndReason | undefined;

  /** Undefined while more may come. */
  get end(): EndReason | undefined {
    return this.#end;
  }

  get length(): number {
    return this.#held.length;
  }

  /** Lends the bytes to the queue, up to the next `keep`. */
  push(bytes: Buffer): void {
    this.#borrowed = this.#held.length === 0;
    this.#held = this.#borrowed ? bytes : Buffer.concat([this.#held, bytes]);
  }

  /** Copies what is left of bytes that were lent: their memory may be used anew then. */
  keep(): void {
    if (this.#borrowed) this.#held = Buffer.from(this.#held);
    this.#borrowed = false;
  }

  /** The first reason stays. */
  finish(reason: EndReason): void {
    this.#end ??= reason;
  }

  /** Removes at most `count` bytes from the front. */
  take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(taken.length);
    this.#looked = 0;
    return taken;
  }

  /** Bytes of the first line with its line feed, or undefined when none is whole. Looks at no byte twice. */
  lineLength(): number | undefined {
    const at = this.#held.indexOf(10, this.#looked);
    if (at >= 0) return at + 1;
    this.#looked = this.#held.length;
    return undefined;
  }
}

/** A line without its end. `bareLineFeed`: it ended in LF without CR. */
export type Line =
  | { readonly kind: 'line'; readonly text: string; readonly bareLineFeed: boolean }
  | { readonly kind: 'ended' }
  | { readonly kind: 'too-long' };

/** Reads one line of at most `limit` bytes, each byte as one character (ISO 8859-1). */
export function* readLine(queue: ByteQueue, limit: number): Reading<Line> {
  for (;;) {
    const length = queue.lineLength();
    if ((length ?? queue.length) > limit) return { kind: 'too-long' };
    if (length !== undefined) return toLine(queue.take(length));
    if (queue.end !== undefined) return { kind: 'ended' };
    yield;
  }
}

function toLine(bytes: Buffer): Line {
  const bareLineFeed = bytes.at(-2) !== 13;
  return {
    kind: 'line',
    text: bytes.toString('latin1', 0, bytes.length - (bareLineFeed ? 1 : 2)),
    bareLineFeed,
  };
}
