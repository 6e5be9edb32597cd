/** The bytes that several rings may keep together. */
export type BytePool = { readonly most: number; used: number };

/** What a ring keeps: its number, and the bytes that it keeps in memory, which only the ring changes. */
export type Kept = { readonly number: number; bytes: number };

/** Keeps the newest items and drops the oldest to make room: its own, never those of another ring with the same pool. */
export class Ring<T extends Kept> {
  /** The maximum number of items. */
  readonly size: number;
  /** How many items were dropped, or not kept, since the ring was last cleared. */
  dropped = 0;
  readonly #maxBytes: number;
  readonly #pool: BytePool;
  /** By number, the oldest first. */
  readonly #items = new Map<number, T>();
  /** No item has a number below it. */
  #oldest = 0;
  #bytes = 0;

  /** @param maxBytes the maximum bytes of all items of the ring */
  constructor(size: number, maxBytes: number, pool: BytePool) {
    this.size = size;
    this.#maxBytes = maxBytes;
    this.#pool = pool;
  }

  get length(): number {
    return this.#items.size;
  }

  get(number: number): T | undefined {
    return this.#items.get(number);
  }

  /** The items, oldest first. */
  items(): Iterable<T> {
    return this.#items.values();
  }

  /** Adds an item, whose number is above all others, or counts it as dropped if there is no room for it. */
  add(item: T): void {
    if (this.#items.size === 0) this.#oldest = item.number;
    this.#items.set(item.number, item);
    this.#use(item.bytes);
  }

  /** Records that an item keeps more bytes than when it was added, if it is still in the ring. */
  grow(item: T, more: number): void {
    if (!this.#items.has(item.number)) return;
    item.bytes += more;
    this.#use(more);
  }

  clear(): void {
    this.#pool.used -= this.#bytes;
    this.#bytes = 0;
    this.#items.clear();
    this.dropped = 0;
  }

  #use(bytes: number): void {
    this.#bytes += bytes;
    this.#pool.used += bytes;
    while (this.#items.size > 0 && this.#isOver()) this.#drop(this.#oldest++);
  }

  #isOver(): boolean {
    return this.#items.size > this.size || this.#bytes > this.#maxBytes || this.#pool.used > this.#pool.most;
  }

  #drop(number: number): void {
    const bytes = this.#items.get(number)?.bytes ?? 0;
    if (!this.#items.delete(number)) return;
    this.#bytes -= bytes;
    this.#pool.used -= bytes;
    this.dropped++;
  }
}
