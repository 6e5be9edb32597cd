/**
 * The bytes that the lists of all environments of a process keep to be written again, besides the orders themselves: a tenth of
 * the memory of a small container.
 */
export const maxListBytes: number = Math.min(32 * 1024 ** 2, (process.constrainedMemory() || Infinity) / 10);

/** Bytes that can be made again. */
export type Droppable = { drop(): void };

/** What a budget knows of a list. It does not keep the list in memory: that ends with its environment. */
type Account = { readonly list: WeakRef<Droppable>; bytes: number };

/**
 * Bounds the bytes that lists keep: beyond the limit, those that were not used for the longest time are dropped. The list in
 * use is never dropped, even if it is larger than the limit.
 */
export class ListBudget {
  readonly #limit: number;
  /** The least recently used first. */
  readonly #accounts = new Set<Account>();
  readonly #accountOf = new WeakMap<Droppable, Account>();
  readonly #ended = new FinalizationRegistry<Account>((account) => this.#close(account));
  #latest: Account | undefined;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The bytes of all lists, including those of ended environments that are still in memory. */
  get total(): number {
    return this.#total;
  }

  /** Records that a list is used, and the bytes that it keeps. */
  use(list: Droppable, bytes: number): void {
    const account = this.#accountOf.get(list) ?? this.#open(list);
    this.#total += bytes - account.bytes;
    account.bytes = bytes;
    if (account !== this.#latest) {
      this.#accounts.delete(account);
      this.#accounts.add(account);
      this.#latest = account;
    }
    for (const oldest of this.#accounts) {
      if (this.#total <= this.#limit || oldest === account) return;
      oldest.list.deref()?.drop();
      this.#close(oldest);
    }
  }

  #open(list: Droppable): Account {
    const account = { list: new WeakRef(list), bytes: 0 };
    this.#accountOf.set(list, account);
    this.#ended.register(list, account);
    return account;
  }

  /** Its list has no bytes, until it is used again. */
  #close(account: Account): void {
    this.#accounts.delete(account);
    this.#total -= account.bytes;
    account.bytes = 0;
  }
}
