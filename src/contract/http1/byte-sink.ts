// The length that a target announces is trusted up to here.
const maxReserved = 64 * 1024 * 1024;

/**
 * Collects the content of a response without a copy for each piece. While the appended bytes equal those of `known`, the
 * sink only compares them and allocates nothing.
 */
export class ByteSink {
  #known: Buffer | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  #reserved = 1024;

  constructor(known?: Buffer) {
    this.#known = known;
  }

  get length(): number {
    return this.#length;
  }

  /** Announces the total length in bytes, so that the content is allocated once. */
  reserve(bytes: number): void {
    this.#reserved = Math.min(bytes, maxReserved);
  }

  append(piece: Buffer): void {
    const start = this.#length;
    const end = start + piece.length;
    this.#length = end;
    if (this.#known !== undefined) {
      if (this.#known.subarray(start, end).equals(piece)) return;
      this.#copyKnown(this.#known.subarray(0, start));
    }
    if (end > this.#bytes.length) this.#grow(start, end);
    piece.copy(this.#bytes, start);
  }

  toBuffer(): Buffer {
    if (this.#known?.length === this.#length) return this.#known;
    if (this.#known !== undefined) this.#copyKnown(this.#known.subarray(0, this.#length));
    return this.#bytes.subarray(0, this.#length);
  }

  #copyKnown(start: Buffer): void {
    this.#known = undefined;
    this.#grow(0, start.length);
    start.copy(this.#bytes);
  }

  #grow(length: number, needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#reserved, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, length);
    this.#bytes = larger;
  }
}

/**
 * The distinct bodies of one check, each kept once. This is the only place that recognises a list that was received
 * before: equal bytes become the same buffer, and every other cache of the checker uses that buffer as its key.
 */
export class KnownBodies {
  readonly #bodies: Buffer[] = [];
  #longest: Buffer | undefined;

  /** The longest body so far, for a `ByteSink` to compare with. */
  get longest(): Buffer | undefined {
    return this.#longest;
  }

  /** Returns the buffer of an earlier body with the same bytes, or `body` itself. */
  keep(body: Buffer): Buffer {
    const same = this.#bodies.find((other) => other === body || other.equals(body));
    if (same !== undefined) return same;
    this.#bodies.push(body);
    if (body.length > (this.#longest?.length ?? 0)) this.#longest = body;
    return body;
  }
}
