/** Finds the orders whose id an earlier order of the list has, in 8 bytes for each order. */
export class RepeatedIds {
  #ids = new BigInt64Array(1024);
  #count = 0;
  /** The ids of several orders, in rising order, and which of them were asked for. */
  #several: BigInt64Array = new BigInt64Array();
  #asked: Uint8Array = new Uint8Array();
  #repeated = 0;

  /** Adds the id of an order. */
  add(id: bigint): void {
    if (this.#count === this.#ids.length) {
      const larger = new BigInt64Array(2 * this.#count);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    this.#ids[this.#count] = id;
    this.#count += 1;
  }

  /** Compares the ids. No id can be added afterwards. */
  finish(): void {
    const ids = this.#ids.subarray(0, this.#count).sort();
    let several = 0;
    for (let at = 1; at < ids.length; at += 1) {
      const id = ids[at] ?? 0n;
      if (id !== ids[at - 1]) continue;
      this.#repeated += 1;
      if (several === 0 || ids[several - 1] !== id) ids[several++] = id;
    }
    this.#several = ids.slice(0, several);
    this.#asked = new Uint8Array(several);
    this.#ids = new BigInt64Array();
  }

  /** The number of orders whose id an earlier order has. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Whether an order has the id of an earlier one. Ask once for each order, in the order of the list. */
  isRepeated(id: bigint | undefined): boolean {
    if (id === undefined || this.#several.length === 0) return false;
    const at = this.#indexOf(id);
    if (this.#several[at] !== id) return false;
    const wasAsked = this.#asked[at] === 1;
    this.#asked[at] = 1;
    return wasAsked;
  }

  #indexOf(id: bigint): number {
    let [low, high] = [0, this.#several.length];
    while (low < high) {
      const at = (low + high) >>> 1;
      if ((this.#several[at] ?? 0n) < id) low = at + 1;
      else high = at;
    }
    return low;
  }
}
