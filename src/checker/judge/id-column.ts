import { endianness } from 'node:os';
import { OrderIds } from './order-ids.ts';

const [low, high] = endianness() === 'LE' ? [0, 1] : [1, 0];

/** The ids of a list in its sequence, while they are gathered. */
export class IdColumn {
  #ids = new BigInt64Array(64);
  /** The same memory, 32 bits each: to make a bigint of every number would cost more than all the rest. */
  #halves = new Int32Array(this.#ids.buffer);
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
    const at = this.#count;
    if (at === this.#ids.length) this.#grow();
    this.#count = at + 1;
    if (typeof id === 'bigint') this.#ids[at] = id;
    else {
      this.#halves[2 * at + low] = id;
      this.#halves[2 * at + high] = Math.floor(id / 2 ** 32);
    }
  }

  /** To be called once, at the end. */
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
