// What a target says of the length of its content is believed so far and no farther.
const maxReserved = 64 * 1024 * 1024;

/**
 * Content that grows, without a copy for each piece. Content that has come before is not even gathered again: as long as
 * what is appended is what stands in `known`, it is only compared.
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

  /** Makes room for so many bytes in all: then none is copied twice. */
  reserve(bytes: number): void {
    this.#reserved = Math.min(bytes, maxReserved);
  }

  append(piece: Buffer): void {
    const start = this.#length;
    const end = start + piece.length;
    this.#length = end;
    if (this.#known !== undefined) {
      if (this.#known.subarray(start, end).equals(piece)) return;
      this.#gather(this.#known.subarray(0, start));
    }
    if (end > this.#bytes.length) this.#grow(start, end);
    piece.copy(this.#bytes, start);
  }

  /** The same buffer as the known one where the content is the same. */
  toBuffer(): Buffer {
    if (this.#known?.length === this.#length) return this.#known;
    if (this.#known !== undefined) this.#gather(this.#known.subarray(0, this.#length));
    return this.#bytes.subarray(0, this.#length);
  }

  /** From here on the content is another than the known one. */
  #gather(before: Buffer): void {
    this.#known = undefined;
    this.#grow(0, before.length);
    before.copy(this.#bytes);
  }

  #grow(length: number, needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#reserved, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, length);
    this.#bytes = larger;
  }
}
