import { OrderIds } from './order-ids.ts';

/** The ids of a list in its sequence, while they are gathered. */
export class IdColumn {
  #ids = new BigInt64Array(64);
  #count = 0;
  #last: number | bigint = Number.NEGATIVE_INFINITY;
  #rising = true;
  #distinct = true;

  /** Whether no id is smaller than the one before it. */
  get rising(): boolean {
    return this.#rising;
  }

  /** An id of 64 bits; a number only if it is exact. */
  add(id: number | bigint): void {
    // These compare by value, whichever of them is a bigint.
    if (id < this.#last) this.#rising = false;
    if (!(id > this.#last)) this.#distinct = false;
    this.#last = id;
    if (this.#count === this.#ids.length) {
      const larger = new BigInt64Array(this.#count * 2);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    this.#ids[this.#count] = BigInt(id);
    this.#count += 1;
  }

  /** To be called once, at the end. */
  toOrderIds(): OrderIds {
    const ids = this.#ids.subarray(0, this.#count);
    return new OrderIds(ids, this.#rising && this.#distinct ? 'rising' : 'any');
  }
}
