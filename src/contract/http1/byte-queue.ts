/** Why no more bytes arrive: the target closed or reset the connection, or sent nothing for too long. */
export type EndReason = 'closed' | 'reset' | 'silent';

/** A reader of a `ByteQueue`. It yields when it needs more bytes; resume it after a push or the end of the queue. */
export type Reading<T> = Generator<undefined, T, undefined>;

/** Bytes that were received and not read yet. */
export class ByteQueue {
  #held: Buffer = Buffer.alloc(0);
  #borrowed = false;
  #searched = 0;
  #end: EndReason | undefined;

  /** Undefined while more bytes may arrive. */
  get end(): EndReason | undefined {
    return this.#end;
  }

  get length(): number {
    return this.#held.length;
  }

  /** Appends bytes without copying them. The caller may not reuse their memory before it calls `keep`. */
  push(bytes: Buffer): void {
    this.#borrowed = this.#held.length === 0;
    this.#held = this.#borrowed ? bytes : Buffer.concat([this.#held, bytes]);
  }

  /** Copies unread bytes, so that the memory of pushed buffers can be reused. */
  keep(): void {
    if (this.#borrowed) this.#held = Buffer.from(this.#held);
    this.#borrowed = false;
  }

  /** Ends the queue. A second call changes nothing. */
  finish(reason: EndReason): void {
    this.#end ??= reason;
  }

  /** Removes up to `count` bytes from the front and returns them. */
  take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(taken.length);
    this.#searched = 0;
    return taken;
  }

  /** Returns the length of the first line with its LF, or undefined if no line is complete. Searches no byte twice. */
  lineLength(): number | undefined {
    const at = this.#held.indexOf(10, this.#searched);
    if (at >= 0) return at + 1;
    this.#searched = this.#held.length;
    return undefined;
  }
}

/** A line without its end. `bareLineFeed`: it ended in LF without CR. */
export type Line =
  | { readonly kind: 'line'; readonly text: string; readonly bareLineFeed: boolean }
  | { readonly kind: 'ended' }
  | { readonly kind: 'too-long' };

/** Reads one line of at most `limit` bytes, one character for each byte (ISO 8859-1). */
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
