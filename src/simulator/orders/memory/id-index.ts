const initialSize = 16;

export type IdIndexParts = {
  readonly ids: BigInt64Array<ArrayBuffer>;
  readonly numbers: Int32Array<ArrayBuffer>;
  readonly slots: Int32Array<ArrayBuffer>;
  readonly count: number;
};

/**
 * A map from int64 ids to numbers in buffers that a thread can transfer. A Map with 100,000 bigint keys takes about 50 ms of
 * the receiving thread to arrive, and no request is served meanwhile.
 */
export class IdIndex {
  #ids = new BigInt64Array(initialSize);
  #halves = new Int32Array(this.#ids.buffer);
  #numbers = new Int32Array(initialSize);
  /** A hash table, twice as large, of the indexes in `#ids`; counted from 1, because 0 marks a free slot. */
  #slots = new Int32Array(2 * initialSize);
  #count = 0;

  static from({ ids, numbers, slots, count }: IdIndexParts): IdIndex {
    const index = new IdIndex();
    index.#ids = ids;
    index.#halves = new Int32Array(ids.buffer, ids.byteOffset, 2 * ids.length);
    index.#numbers = numbers;
    index.#slots = slots;
    index.#count = count;
    return index;
  }

  /** What another thread can receive. The index must not be used any more if its buffers are transferred. */
  get parts(): IdIndexParts {
    return { ids: this.#ids, numbers: this.#numbers, slots: this.#slots, count: this.#count };
  }

  /** Adds an id with an int32. Returns false if the id is there already. Throws a RangeError if it is not an int64. */
  add(id: bigint, number: number): boolean {
    if (this.#count === this.#ids.length) this.#grow();
    const index = this.#count;
    // Not added yet: behind the last id, where its two halves can be read.
    this.#ids[index] = id;
    if (this.#ids[index] !== id) throw new RangeError(`the id ${id} is beyond int64`);
    const slot = this.#slotOf(index);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = index + 1;
    this.#numbers[index] = number;
    this.#count += 1;
    return true;
  }

  /** Returns the number of an id; undefined if it was not added. */
  numberOf(id: bigint): number | undefined {
    if (this.#count === this.#ids.length) this.#grow();
    this.#ids[this.#count] = id;
    // An id beyond int64 would wrap to another one.
    if (this.#ids[this.#count] !== id) return undefined;
    const found = this.#slots[this.#slotOf(this.#count)] ?? 0;
    return found === 0 ? undefined : this.#numbers[found - 1];
  }

  #slotOf(index: number): number {
    const low = this.#halves[2 * index] ?? 0;
    const high = this.#halves[2 * index + 1] ?? 0;
    const mask = this.#slots.length - 1;
    const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let other = this.#slots[slot] ?? 0; other !== 0; other = this.#slots[slot] ?? 0) {
      const at = 2 * (other - 1);
      if (this.#halves[at] === low && this.#halves[at + 1] === high) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const size = 2 * this.#ids.length;
    const [ids, numbers] = [new BigInt64Array(size), new Int32Array(size)];
    ids.set(this.#ids);
    numbers.set(this.#numbers);
    this.#ids = ids;
    this.#halves = new Int32Array(ids.buffer);
    this.#numbers = numbers;
    this.#slots = new Int32Array(2 * size);
    for (let index = 0; index < this.#count; index += 1) this.#slots[this.#slotOf(index)] = index + 1;
  }
}
