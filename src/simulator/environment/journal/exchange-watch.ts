import type { JournalFilter } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { matchesFilter } from './matches-filter.ts';

/** Those who wait for exchanges to end. */
export class ExchangeWatch {
  readonly #watchers = new Set<(entry: JournalEntry) => void>();

  /** Tells that an exchange has ended. */
  tell(entry: JournalEntry): void {
    if (this.#watchers.size > 0) for (const watcher of [...this.#watchers]) watcher(entry);
  }

  /**
   * Counts ended exchanges that match, those that have been there included, until there are `wanted` or the signal
   * aborts. Resolves to the count.
   */
  count(
    entries: Iterable<JournalEntry>,
    filter: JournalFilter,
    wanted: number,
    settled: AbortSignal,
  ): Promise<number> {
    let count = 0;
    for (const entry of entries) if (entry.end !== undefined && matchesFilter(entry, filter)) count++;
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#watchers.delete(look);
        settled.removeEventListener('abort', leave);
        resolve(count);
      };
      const look = (entry: JournalEntry): void => {
        if (matchesFilter(entry, filter)) count++;
        if (count >= wanted) leave();
      };
      if (count >= wanted || settled.aborted) return leave();
      this.#watchers.add(look);
      settled.addEventListener('abort', leave);
    });
  }
}
