/** The ids of a list, each as often as it stands there, in no order of interest. Made for lists of any length. */
export class OrderIds {
  readonly #sorted: BigInt64Array;

  /** Takes the array over: it is sorted in place. */
  constructor(ids: BigInt64Array) {
    this.#sorted = ids.sort();
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
    return this.#sorted.some((id, index) => index > 0 && id === this.#sorted[index - 1]);
  }

  /** Whether both have the same ids, each as often. */
  equals(other: OrderIds): boolean {
    if (other === this) return true;
    return this.size === other.size && this.#sorted.every((id, index) => id === other.#sorted[index]);
  }
}
