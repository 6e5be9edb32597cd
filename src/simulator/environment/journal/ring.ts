/** The bytes that several rings may keep together. */
export class BytePool {
  readonly most: number;
  used = 0;

  constructor(most: number) {
    this.most = most;
  }
}

/** An item with the bytes that it keeps in memory. Only its ring changes them. */
export type Weighed = { bytes: number };

/** Keeps the newest items and drops the oldest to make room: its own, never those of another ring with the same pool. */
export class Ring<T extends Weighed> {
  readonly size: number;
  readonly #maxBytes: number;
  readonly #pool: BytePool;
  #items: (T | undefined)[] = [];
  /** The index of the oldest item. */
  #oldest = 0;
  #length = 0;
  #bytes = 0;
  #dropped = 0;

  /** @param maxBytes the maximum bytes of all items of the ring */
  constructor(size: number, maxBytes: number, pool: BytePool) {
    this.size = size;
    this.#maxBytes = maxBytes;
    this.#pool = pool;
  }

  get length(): number {
    return this.#length;
  }

  get oldest(): T | undefined {
    return this.#items[this.#oldest];
  }

  /** How many items were dropped, or not kept, since the ring was last cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds an item, or counts it as dropped if there is no room for it. */
  add(item: T): void {
    if (this.#length === this.size) this.#dropOldest();
    if (this.size === 0) return;
    this.#items[(this.#oldest + this.#length) % this.size] = item;
    this.#length++;
    this.#use(item.bytes);
  }

  /** Records that an item of the ring keeps more bytes than when it was added. */
  grow(item: T, more: number): void {
    item.bytes += more;
    this.#use(more);
  }

  /** Counts items that never were here as dropped. */
  lose(items: number): void {
    this.#dropped += items;
  }

  clear(): void {
    this.#pool.used -= this.#bytes;
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

  #use(bytes: number): void {
    this.#bytes += bytes;
    this.#pool.used += bytes;
    const isFull = () => this.#bytes > this.#maxBytes || this.#pool.used > this.#pool.most;
    while (this.#length > 0 && isFull()) this.#dropOldest();
  }

  #dropOldest(): void {
    this.#dropped++;
    if (this.#length === 0) return;
    const bytes = this.oldest?.bytes ?? 0;
    this.#bytes -= bytes;
    this.#pool.used -= bytes;
    this.#items[this.#oldest] = undefined;
    this.#oldest = (this.#oldest + 1) % this.size;
    this.#length--;
  }
}
