/** The bytes that several rings may keep together. */
export type BytePool = { readonly most: number; used: number };

/** What a ring keeps: its number, one more than that of the item before, and its bytes in memory, which only the ring changes. */
export type Kept = { readonly number: number; bytes: number };

/** Keeps the newest items and drops the oldest to make room: its own, never those of another ring with the same pool. */
export class Ring<T extends Kept> {
  /** The maximum number of items. */
  readonly size: number;
  /** How many items were dropped, or not kept, since the ring was last cleared. */
  dropped = 0;
  readonly #maxBytes: number;
  readonly #pool: BytePool;
  /** In a circle from the first item since the ring was cleared. A Map would keep what it has dropped until all memory is collected. */
  #items: (T | undefined)[] = [];
  #first = 0;
  /** The number of the oldest item. */
  #oldest = 0;
  #length = 0;
  #bytes = 0;

  /** @param maxBytes the maximum bytes of all items of the ring */
  constructor(size: number, maxBytes: number, pool: BytePool) {
    this.size = size;
    this.#maxBytes = maxBytes;
    this.#pool = pool;
  }

  get length(): number {
    return this.#length;
  }

  get(number: number): T | undefined {
    const isKept = number >= this.#oldest && number < this.#oldest + this.#length;
    return isKept ? this.#items[(number - this.#first) % this.size] : undefined;
  }

  /** The items, oldest first. */
  *items(): Iterable<T> {
    for (let at = 0; at < this.#length; at++) {
      const item = this.get(this.#oldest + at);
      if (item !== undefined) yield item;
    }
  }

  /** Adds an item, or counts it as dropped if there is no room for it. */
  add(item: T): void {
    const { number } = item;
    if (this.#items.length === 0) this.#first = number;
    if (this.#length === 0) this.#oldest = number;
    if (this.#length === this.size) this.#dropOldest();
    if (this.size === 0) return;
    this.#items[(number - this.#first) % this.size] = item;
    this.#length++;
    this.#use(item.bytes);
  }

  /** Records that an item keeps more bytes than when it was added, if it is still in the ring. */
  grow(item: T, more: number): void {
    if (this.get(item.number) === undefined) return;
    item.bytes += more;
    this.#use(more);
  }

  clear(): void {
    this.#pool.used -= this.#bytes;
    this.#bytes = 0;
    this.#items = [];
    this.#length = 0;
    this.dropped = 0;
  }

  #use(bytes: number): void {
    this.#bytes += bytes;
    this.#pool.used += bytes;
    while (this.#length > 0 && (this.#bytes > this.#maxBytes || this.#pool.used > this.#pool.most))
      this.#dropOldest();
  }

  #dropOldest(): void {
    this.dropped++;
    if (this.#length === 0) return;
    const bytes = this.get(this.#oldest)?.bytes ?? 0;
    this.#bytes -= bytes;
    this.#pool.used -= bytes;
    this.#items[(this.#oldest - this.#first) % this.size] = undefined;
    this.#oldest++;
    this.#length--;
  }
}
