import type { Pauses } from '../pauses.ts';
import { Watch } from '../watch.ts';
import type { JournalContext } from './journal-context.ts';
import type { JournalEntry } from './journal-entry.ts';
import { type JournalFilter, matchesFilter } from './journal-filter.ts';
import { bytesOfResponse, journalBudget, maxJournalBytes } from './kept-bytes.ts';
import { Ring } from './ring.ts';
import { type JournalExchange, showExchanges } from './show-exchange.ts';

/** A request to the control API that changed an environment beside the requests of its clients. */
export type Change = {
  /** Milliseconds since 1970 on the environment's clock, after the change. */
  readonly at: number;
  readonly method: string;
  /** Below `/environments/{environment}/`, with its query: `orders/1001/ship?force=true`. */
  readonly target: string;
  /** JSON without the text of a key, which is written `<key-1>`; empty for none. */
  readonly body: string;
};

/** What happens to a journal. `ended` is recorded before the response is written, so that others can show it. */
export type JournalChange =
  | readonly ['opened' | 'ended', JournalEntry]
  | readonly ['made', Change]
  | readonly ['cleared', undefined];

const mostChanges = 1_000;
const maxChangeBytes = 1024 * 1024;

/** The bounded record of an environment's exchanges, and of the changes that tests made, since its scenario was loaded. */
export class Journal {
  /** The maximum number of exchanges. */
  readonly size: number;
  /** Receives each change if it is set. What is opened, made and cleared is then not done here, but by `apply`. */
  record: ((change: JournalChange) => void) | undefined;
  readonly #context: JournalContext;
  readonly #pauses: Pauses;
  readonly #exchanges: Ring<JournalEntry>;
  /** `begun`: its place among the events of the journal. */
  readonly #changes = new Ring<Change & { readonly begun: number; bytes: number }>(
    mostChanges,
    maxChangeBytes,
  );
  readonly #ended = new Watch<JournalEntry>();
  #events = 0;
  /** How often it was cleared. */
  clears = 0;

  constructor({
    size,
    pauses,
    ...context
  }: JournalContext & { readonly size: number; readonly pauses: Pauses }) {
    this.size = size;
    this.#context = context;
    this.#pauses = pauses;
    this.#exchanges = new Ring(size, maxJournalBytes);
  }

  /** The current number of exchanges, and how many were dropped to make room since the journal was last cleared. */
  counts(): Pick<Ring<JournalEntry>, 'length' | 'dropped'> {
    const { length, dropped } = this.#exchanges;
    return { length, dropped };
  }

  /** Adds an exchange that begins; it is shown as open. */
  open(entry: JournalEntry): void {
    this.#make(['opened', entry]);
  }

  /** Reports that an exchange has ended; all fields of its entry are set. */
  close(entry: JournalEntry): void {
    entry.ended = ++this.#events;
    // It may have been dropped or cleared while it was open.
    if (entry.number >= (this.#exchanges.oldest?.number ?? Number.POSITIVE_INFINITY))
      this.#exchanges.grow(entry, bytesOfResponse(entry));
    journalBudget.use(this.#exchanges, this.#exchanges.bytes);
    this.#ended.notify(entry);
  }

  change(made: Change): void {
    this.#make(['made', made]);
  }

  /** Returns the changes, oldest first, and how many were dropped to make room. */
  changes() {
    return { kept: this.#changes.oldestFirst(), dropped: this.#changes.dropped };
  }

  /** Removes every exchange and returns how many they were; numbers continue. */
  clear(): number {
    const { length } = this.#exchanges;
    this.#make(['cleared', undefined]);
    return length;
  }

  /** Makes a change that was recorded, here or in another process. */
  apply([kind, value]: JournalChange): void {
    if (kind === 'opened') this.#exchanges.add(Object.assign(value, { begun: ++this.#events }));
    else if (kind === 'cleared') this.#clear();
    else if (kind === 'made') {
      const bytes = 256 + value.target.length + 2 * value.body.length;
      this.#changes.add({ ...value, begun: ++this.#events, bytes });
      journalBudget.use(this.#changes, this.#changes.bytes);
    }
  }

  #clear(): void {
    this.clears++;
    this.#exchanges.clear();
  }

  /** Returns the entries, oldest first. They may contain keys. */
  entries(): Iterable<JournalEntry> {
    return this.#exchanges.oldestFirst();
  }

  /** Returns the entry of an exchange, if it is in the journal. */
  entry(number: number): JournalEntry | undefined {
    for (const entry of this.#exchanges.newestFirst()) if (entry.number === number) return entry;
    return undefined;
  }

  /** Shows matching exchanges, newest first, without keys and with notes. `cursor`: the `next` of the page before. */
  async find(
    filter: JournalFilter = {},
    { limit = 100, cursor = Number.POSITIVE_INFINITY }: { limit?: number; cursor?: number | undefined } = {},
  ): Promise<{ readonly exchanges: readonly JournalExchange[]; readonly next: number | undefined }> {
    const matching: JournalEntry[] = [];
    for (const entry of this.#exchanges.newestFirst()) {
      if (entry.number >= cursor || !this.#matches(entry, filter)) continue;
      if (matching.length === limit)
        return { exchanges: await this.show(matching), next: matching.at(-1)?.number };
      matching.push(entry);
    }
    return { exchanges: await this.show(matching), next: undefined };
  }

  async get(number: number): Promise<JournalExchange | undefined> {
    const entry = this.entry(number);
    return entry && (await this.show([entry]))[0];
  }

  show(entries: readonly JournalEntry[]): Promise<readonly JournalExchange[]> {
    return showExchanges(entries, this.#context);
  }

  /**
   * Waits until enough ended exchanges match, those already in the journal included, until a time-out on the machine's clock or
   * until the signal aborts. `ended`: the environment was reset or stopped.
   */
  async wait(
    { filter, count: wanted, timeoutMs }: { filter: JournalFilter; count: number; timeoutMs: number },
    signal?: AbortSignal,
  ) {
    let count = 0;
    const look = (entry: JournalEntry): void => {
      // With a shared store, how an exchange will end is known before it has ended.
      if (entry.ended > 0 && this.#matches(entry, filter)) count++;
    };
    for (const entry of this.#exchanges.oldestFirst()) look(entry);
    const isEnough = (entry?: JournalEntry): boolean => {
      if (entry !== undefined) look(entry);
      return count >= wanted;
    };
    await this.#pauses.within(timeoutMs, signal, (over) => this.#ended.until(isEnough, over));
    const isAborted = count < wanted && signal?.aborted === true;
    const kind = count >= wanted ? 'reached' : this.#pauses.ended.aborted ? 'ended' : 'timed-out';
    return {
      kind: isAborted ? ('aborted' as const) : (kind as 'reached' | 'ended' | 'timed-out'),
      count,
      /**
       * Shows at most 100 matching exchanges, newest first, none if the wait was aborted, since nobody reads them. A thousand
       * waits can end together, and this takes most of their memory.
       */
      show: async () => (isAborted ? [] : (await this.find(filter)).exchanges),
    };
  }

  #make(change: JournalChange): void {
    if (this.record === undefined) this.apply(change);
    else this.record(change);
  }

  #matches(entry: JournalEntry, filter: JournalFilter): boolean {
    return matchesFilter(entry, filter, this.#context.keys);
  }
}
