/** Keeps the newest items and drops the oldest to make room. */
export class Ring<T> {
  readonly size: number;
  #items: T[] = [];
  /** The index of the oldest item when the ring is full. */
  #oldest = 0;
  #dropped = 0;

  constructor(size: number) {
    this.size = size;
  }

  get length(): number {
    return this.#items.length;
  }

  /** How many items were dropped since the ring was last cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  add(item: T): void {
    if (this.#items.length < this.size) {
      this.#items.push(item);
      return;
    }
    this.#dropped++;
    if (this.size === 0) return;
    this.#items[this.#oldest] = item;
    this.#oldest = (this.#oldest + 1) % this.size;
  }

  clear(): void {
    this.#items = [];
    this.#oldest = 0;
    this.#dropped = 0;
  }

  *oldestFirst(): Generator<T> {
    const items = this.#items;
    const start = this.#oldest;
    for (let at = 0; at < items.length; at++) {
      const item = items[(start + at) % items.length];
      if (item !== undefined) yield item;
    }
  }

  *newestFirst(): Generator<T> {
    const items = this.#items;
    const start = this.#oldest + items.length;
    for (let at = 1; at <= items.length; at++) {
      const item = items[(start - at) % items.length];
      if (item !== undefined) yield item;
    }
  }
}
