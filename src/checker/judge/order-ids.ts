/** The ids of a list, each as often as it stands there, in no order of interest. Made for lists of any length. */
export class OrderIds {
  readonly #sorted: BigInt64Array;
  readonly #repeats: boolean;

  /** Takes the array over: it is sorted in place, unless each id is known to be larger than the one before. */
  constructor(ids: BigInt64Array, sequence: 'any' | 'rising' = 'any') {
    this.#sorted = sequence === 'rising' ? ids : ids.sort();
    this.#repeats = sequence === 'any' && ids.some((id, index) => index > 0 && id === ids[index - 1]);
  }

  /** Ids of 64 bits. */
  static of(...ids: readonly bigint[]): OrderIds {
    return new OrderIds(BigInt64Array.from(ids));
  }

  get size(): number {
    return this.#sorted.length;
  }

  has(id: bigint): boolean {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] ?? id) < id) from = middle + 1;
      else to = middle;
    }
    return this.#sorted[from] === id;
  }

  /** Whether any id stands there twice. */
  get repeats(): boolean {
    return this.#repeats;
  }

  /** Whether both have the same ids, each as often. */
  equals(other: OrderIds): boolean {
    if (other === this) return true;
    return this.size === other.size && this.#sorted.every((id, index) => id === other.#sorted[index]);
  }
}
