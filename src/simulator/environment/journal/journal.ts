import { type Pauses, Watch } from '../pauses.ts';
import type { JournalContext } from './journal-context.ts';
import { bytesOfResponse, type JournalEntry, journalBytes, maxJournalBytes } from './journal-entry.ts';
import { type JournalFilter, matchesFilter } from './journal-filter.ts';
import { Ring } from './ring.ts';
import { type JournalExchange, showExchanges } from './show-exchange.ts';

/** The bounded record of an environment's exchanges since its scenario was loaded. */
export class Journal {
  /** The maximum number of exchanges. */
  readonly size: number;
  readonly #context: JournalContext;
  readonly #exchanges: Ring<JournalEntry>;
  readonly #ended: Watch<JournalEntry>;
  #events = 0;
  /** Whether the state has ended. Its exchanges are no longer shown. */
  #isOver = false;

  constructor({
    size,
    pauses,
    ...context
  }: JournalContext & { readonly size: number; readonly pauses: Pauses }) {
    this.size = size;
    this.#context = context;
    this.#ended = new Watch(pauses);
    this.#exchanges = new Ring(size, maxJournalBytes, journalBytes);
    pauses.ended.addEventListener('abort', () => {
      this.#isOver = true;
      this.#exchanges.clear();
    });
  }

  /** The current number of exchanges, and how many were dropped to make room since the journal was last cleared. */
  counts(): Pick<Ring<JournalEntry>, 'length' | 'dropped'> {
    const { length, dropped } = this.#exchanges;
    return { length, dropped };
  }

  /** Adds an exchange that begins; it is shown as open. */
  open(entry: JournalEntry): void {
    entry.begun = ++this.#events;
    if (!this.#isOver) this.#exchanges.add(entry);
  }

  /** Reports that an exchange has ended; all fields of its entry are set. */
  close(entry: JournalEntry): void {
    entry.ended = ++this.#events;
    this.#exchanges.grow(entry, bytesOfResponse(entry));
    this.#ended.notify(entry);
  }

  /** Removes every exchange and returns how many they were; numbers continue. */
  clear(): number {
    const { length } = this.#exchanges;
    this.#exchanges.clear();
    return length;
  }

  /** Counts exchanges that another process had in its journal as dropped. */
  lose(exchanges: number): void {
    this.#exchanges.dropped += exchanges;
  }

  /** Returns the entries, oldest first. They may contain keys. */
  entries(): Iterable<JournalEntry> {
    return this.#exchanges.items();
  }

  /** Shows matching exchanges, newest first, without keys and with notes. `cursor`: the `next` of the page before. */
  find(
    filter: JournalFilter = {},
    { limit = 100, cursor = Number.POSITIVE_INFINITY }: { limit?: number; cursor?: number | undefined } = {},
  ): { readonly exchanges: readonly JournalExchange[]; readonly next: number | undefined } {
    const matching: JournalEntry[] = [];
    for (const entry of [...this.entries()].reverse()) {
      if (entry.number >= cursor || !this.#matches(entry, filter)) continue;
      if (matching.length === limit) return { exchanges: this.show(matching), next: matching.at(-1)?.number };
      matching.push(entry);
    }
    return { exchanges: this.show(matching), next: undefined };
  }

  get(number: number): JournalExchange | undefined {
    const entry = this.#exchanges.get(number);
    return entry && this.show([entry])[0];
  }

  show(entries: readonly JournalEntry[]): readonly JournalExchange[] {
    return showExchanges(entries, this.#context);
  }

  /**
   * Waits until enough ended exchanges match, those already in the journal included, until a time-out on the machine's clock, until
   * the signal aborts or the state ends. Returns at most 100 of them, newest first; none if the signal aborted, since nobody reads them.
   */
  async wait(
    { filter, count: wanted, timeoutMs }: { filter: JournalFilter; count: number; timeoutMs: number },
    signal?: AbortSignal,
  ) {
    let count = 0;
    const look = (entry: JournalEntry): void => {
      if (entry.ended > 0 && this.#matches(entry, filter)) count++;
    };
    for (const entry of this.entries()) look(entry);
    const isEnough = (entry?: JournalEntry): boolean => {
      if (entry !== undefined) look(entry);
      return count >= wanted;
    };
    await this.#ended.until(isEnough, timeoutMs, signal);
    const exchanges = signal?.aborted === true ? [] : this.find(filter).exchanges;
    return { reached: count >= wanted, count, exchanges };
  }

  #matches(entry: JournalEntry, filter: JournalFilter): boolean {
    return matchesFilter(entry, filter, this.#context.keys);
  }
}
