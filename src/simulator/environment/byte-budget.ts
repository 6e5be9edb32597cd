/** Bytes that the process can do without: a list that can be written again, a journal. */
export type Droppable = { drop(): void };

/** What a budget knows of an owner of bytes. It does not keep the owner in memory: that ends with its environment. */
type Account = { readonly owner: WeakRef<Droppable>; bytes: number };

/**
 * Bounds the bytes that owners of one kind keep: beyond the limit, those that were not used for the longest time are dropped.
 * The owner in use is never dropped, even if it is larger than the limit.
 */
export class ByteBudget {
  readonly limit: number;
  /** The least recently used first. */
  readonly #accounts = new Set<Account>();
  readonly #accountOf = new WeakMap<Droppable, Account>();
  readonly #ended = new FinalizationRegistry<Account>((account) => this.#close(account));
  #latest: Account | undefined;
  #total = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The bytes of all owners, including those of ended environments that are still in memory. */
  get total(): number {
    return this.#total;
  }

  /** Records that an owner is used, and the bytes that it keeps. */
  use(owner: Droppable, bytes: number): void {
    const account = this.#accountOf.get(owner) ?? this.#open(owner);
    this.#total += bytes - account.bytes;
    account.bytes = bytes;
    if (account !== this.#latest) {
      this.#accounts.delete(account);
      this.#accounts.add(account);
      this.#latest = account;
    }
    for (const oldest of this.#accounts) {
      if (this.#total <= this.limit || oldest === account) return;
      oldest.owner.deref()?.drop();
      this.#close(oldest);
    }
  }

  #open(owner: Droppable): Account {
    const account = { owner: new WeakRef(owner), bytes: 0 };
    this.#accountOf.set(owner, account);
    this.#ended.register(owner, account);
    return account;
  }

  /** Its owner has no bytes, until it is used again. */
  #close(account: Account): void {
    this.#accounts.delete(account);
    this.#total -= account.bytes;
    account.bytes = 0;
  }
}
