/** An item with the bytes that it keeps in memory. Only its ring changes them. */
export type Weighed = { bytes: number };

/** Keeps the newest items and drops the oldest to make room. */
export class Ring<T extends Weighed> {
  readonly size: number;
  readonly #maxBytes: number;
  #items: (T | undefined)[] = [];
  /** The index of the oldest item. */
  #oldest = 0;
  #length = 0;
  #bytes = 0;
  #dropped = 0;

  /** @param maxBytes the maximum bytes of all items; the newest one is kept even if it has more */
  constructor(size: number, maxBytes: number) {
    this.size = size;
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get oldest(): T | undefined {
    return this.#items[this.#oldest];
  }

  /** How many items were dropped since the ring was last cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  add(item: T): void {
    if (this.#length === this.size) this.#dropOldest();
    if (this.size === 0) return;
    this.#items[(this.#oldest + this.#length) % this.size] = item;
    this.#length++;
    this.#bytes += item.bytes;
    this.#makeRoom();
  }

  /** Records that an item of the ring keeps more bytes than when it was added. */
  grow(item: T, more: number): void {
    item.bytes += more;
    this.#bytes += more;
    this.#makeRoom();
  }

  /** Counts items that never were here as dropped. */
  lose(items: number): void {
    this.#dropped += items;
  }

  /** Drops every item. */
  drop(): void {
    const dropped = this.#dropped + this.#length;
    this.clear();
    this.#dropped = dropped;
  }

  clear(): void {
    this.#items = [];
    this.#oldest = 0;
    this.#length = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  *oldestFirst(): Generator<T> {
    for (let at = 0; at < this.#length; at++) {
      const item = this.#items[(this.#oldest + at) % this.size];
      if (item !== undefined) yield item;
    }
  }

  *newestFirst(): Generator<T> {
    for (let at = this.#length - 1; at >= 0; at--) {
      const item = this.#items[(this.#oldest + at) % this.size];
      if (item !== undefined) yield item;
    }
  }

  #makeRoom(): void {
    while (this.#bytes > this.#maxBytes && this.#length > 1) this.#dropOldest();
  }

  #dropOldest(): void {
    this.#dropped++;
    if (this.#length === 0) return;
    this.#bytes -= this.oldest?.bytes ?? 0;
    this.#items[this.#oldest] = undefined;
    this.#oldest = (this.#oldest + 1) % this.size;
    this.#length--;
  }
}
