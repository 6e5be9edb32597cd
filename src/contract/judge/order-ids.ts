import { endianness } from 'node:os';

/** The places of the halves of a 64-bit number in this machine's memory. */
const [low, high] = endianness() === 'LE' ? [0, 1] : [1, 0];

/** The ids of a list, each as often as the list has it, in no particular order. Made for lists of any length. */
export class OrderIds {
  readonly #sorted: BigInt64Array;
  readonly repeats: boolean;

  /** Owns the array and sorts it in place, unless each id is known to be larger than the one before. */
  constructor(ids: BigInt64Array, sequence: 'any' | 'rising' = 'any') {
    this.#sorted = sequence === 'rising' ? ids : ids.sort();
    this.repeats = sequence === 'any' && ids.some((id, index) => index > 0 && id === ids[index - 1]);
  }

  static of(...ids: readonly bigint[]): OrderIds {
    return new OrderIds(BigInt64Array.from(ids));
  }

  get size(): number {
    return this.#sorted.length;
  }

  has(id: bigint): boolean {
    return this.#sorted[this.#firstFrom(id)] === id;
  }

  /** The index of the first id that is not smaller. */
  #firstFrom(id: bigint): number {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] ?? id) < id) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Returns the ids that `other` does not have as often. */
  missingFrom(other: OrderIds): readonly bigint[] {
    if (other === this) return [];
    const missing: bigint[] = [];
    let at = 0;
    for (const id of this.#sorted) {
      while ((other.#sorted[at] ?? id) < id) at += 1;
      if (other.#sorted[at] === id) at += 1;
      else missing.push(id);
    }
    return missing;
  }

  /** Whether any id has the same low 32 bits as `id`. */
  hasLow32(id: bigint): boolean {
    const wanted = Number(BigInt.asIntN(32, id));
    const { buffer, byteOffset, length } = this.#sorted;
    const halves = new Int32Array(buffer, byteOffset, 2 * length);
    for (let at = low; at < halves.length; at += 2) if (halves[at] === wanted) return true;
    return false;
  }

  /** Whether any id has the same nearest double as `id`. */
  hasDouble(id: bigint): boolean {
    const wanted = Number(id);
    const at = this.#firstFrom(id);
    // The ids of one double lie side by side.
    return [this.#sorted[at - 1], this.#sorted[at]].some(
      (near) => near !== undefined && Number(near) === wanted,
    );
  }

  every(holds: (id: bigint) => boolean): boolean {
    return this.#sorted.every(holds);
  }

  equals(other: OrderIds): boolean {
    if (other === this) return true;
    return this.size === other.size && this.#sorted.every((id, index) => id === other.#sorted[index]);
  }
}

/** Collects the ids of a list in its sequence. */
export class IdColumn {
  #ids = new BigInt64Array(64);
  /** The same memory as 32-bit numbers: making a bigint of every id would take longer than everything else. */
  #halves = new Int32Array(this.#ids.buffer);
  #count = 0;
  #last: number | bigint = Number.NEGATIVE_INFINITY;
  #rising = true;
  #distinct = true;

  /** Whether no id is smaller than the one before it. */
  get rising(): boolean {
    return this.#rising;
  }

  /** Adds an id of 64 bits; a number only if it is exact. */
  add(id: number | bigint): void {
    // Comparison is by value, even between a number and a bigint.
    if (id < this.#last) this.#rising = false;
    if (!(id > this.#last)) this.#distinct = false;
    this.#last = id;
    const at = this.#count;
    if (at === this.#ids.length) this.#grow();
    this.#count = at + 1;
    if (typeof id === 'bigint') this.#ids[at] = id;
    else {
      this.#halves[2 * at + low] = id;
      this.#halves[2 * at + high] = Math.floor(id / 2 ** 32);
    }
  }

  /** Call this once, at the end: the result owns the memory. */
  toOrderIds(): OrderIds {
    const ids = this.#ids.subarray(0, this.#count);
    return new OrderIds(ids, this.#rising && this.#distinct ? 'rising' : 'any');
  }

  #grow(): void {
    const larger = new BigInt64Array(this.#ids.length * 2);
    larger.set(this.#ids);
    this.#ids = larger;
    this.#halves = new Int32Array(larger.buffer);
  }
}
