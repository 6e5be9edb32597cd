import { StateReplaced } from '../../orders/store-failure.ts';
import type { Reply } from '../../orders/valkey/valkey-link.ts';
import {
  type Journal,
  type JournalCounts,
  type JournalPage,
  type JournalWait,
  type JournalWaitOutcome,
  type JournalWindow,
  waitKind,
} from '../journal/journal.ts';
import type { JournalContext } from '../journal/journal-context.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { JournalExchange } from '../journal/journal-exchange.ts';
import { type JournalFilter, matchesFilter } from '../journal/journal-filter.ts';
import { Outdated } from '../outdated.ts';
import type { Pauses } from '../pauses.ts';
import type { CommonBody, ExchangeWriter } from './exchange-writer.ts';
import { texts } from './shared-calls.ts';
import type { Committed } from './shared-commits.ts';
import type { SharedRequest } from './shared-request.ts';
import { explainStored, readExchange, type StoredEntry } from './stored-exchange.ts';

/** What the journals of the requests of one epoch have in common. */
export type SharedJournalOptions = {
  readonly size: number;
  readonly context: JournalContext;
  readonly pauses: Pauses;
  readonly writer: ExchangeWriter;
  readonly now: () => number;
  /** Reads the journal, or clears it. */
  read(what: '0' | '1' | 'clear'): Promise<readonly Reply[]>;
  /** Resolves when this process has kept the next exchange. */
  nextKept(): Promise<void>;
};

const defaultLimit = 100;
const pollMs = 25;

/**
 * The journal of a shared environment for one request. Exchanges are shown before they are stored, so that no key leaves
 * the process; only what depends on the orders is added when they are read. An exchange is stored when its response is
 * about to be written, together with what the request changes.
 */
export class SharedJournal implements Journal {
  readonly #options: SharedJournalOptions;
  readonly #request: SharedRequest;
  #recorded: JournalEntry['end'] | 'never' = 'never';
  #sequence: number | undefined;

  constructor(options: SharedJournalOptions, request: SharedRequest) {
    this.#options = options;
    this.#request = request;
  }

  get size(): number {
    return this.#options.size;
  }

  async counts(): Promise<JournalCounts> {
    return countsOf(await this.#options.read('0'));
  }

  open(): void {
    // It is stored when its response is about to be written.
  }

  /** Throws Outdated if the request ran on what is no longer so; then nothing was done. */
  async record(entry: JournalEntry): Promise<void> {
    const end = entry.end ?? (entry.status === undefined ? undefined : 'answered');
    if (this.#recorded === end) return;
    this.#recorded = end;
    const endedAt = entry.endedAt ?? (end === undefined ? undefined : this.#options.now());
    const { text, body } = this.#options.writer.write(entry, end, endedAt);
    let committed: Committed;
    try {
      committed = await this.#request.commit(text, bodyOf(body), this.#sequence);
    } catch (error) {
      this.#request.failed = true;
      const isReplaced = error instanceof StateReplaced;
      // The state was replaced after the request had changed it: its journal ended with it.
      if (isReplaced && this.#request.hasChanged) return;
      if (isReplaced) entry.cancel = undefined;
      throw error;
    }
    this.#request.committed(committed);
    if (body !== undefined) body.sent = committed.done;
    entry.number = committed.number;
    if (!committed.done) {
      this.#recorded = 'never';
      entry.cancel = undefined;
      throw new Outdated(this.#request.beginAgain(committed.number));
    }
    this.#sequence = committed.sequence;
  }

  /** The response is on its way: nobody can be told of a failure. */
  async close(entry: JournalEntry): Promise<void> {
    if (this.#request.failed) return;
    await this.record(entry).catch(() => undefined);
  }

  async entries(): Promise<readonly StoredEntry[]> {
    const [, , , exchanges, bodies] = await this.#options.read('1');
    const common = pairs(texts(bodies));
    return (Array.isArray(exchanges) ? exchanges : [])
      .map((item: Reply) => {
        const fields = pairs(texts(Array.isArray(item) ? item[1] : undefined));
        const body = common.get(fields.get('b') ?? '');
        return readExchange(Number(fields.get('n')), fields.get('e') ?? '', body);
      })
      .sort((one, other) => one.number - other.number);
  }

  async find(
    filter: JournalFilter = {},
    { limit = defaultLimit, cursor = Number.POSITIVE_INFINITY }: JournalWindow = {},
  ): Promise<JournalPage> {
    const all = (await this.entries()).toReversed();
    const matching = all.filter((entry) => entry.number < cursor && matches(entry, filter));
    const exchanges = await this.show(matching.slice(0, limit));
    return { exchanges, next: matching.length > limit ? exchanges.at(-1)?.number : undefined };
  }

  async get(number: number): Promise<JournalExchange | undefined> {
    const entry = (await this.entries()).find((one) => one.number === number);
    return entry && (await this.show([entry]))[0];
  }

  async show(entries: readonly JournalEntry[]): Promise<readonly JournalExchange[]> {
    const stored = entries.flatMap((one) => ('shown' in one ? [one as StoredEntry] : []));
    return explainStored(stored, this.#options.context);
  }

  async wait(
    { filter, count: wanted, timeoutMs }: JournalWait,
    signal?: AbortSignal,
  ): Promise<JournalWaitOutcome> {
    const { pauses } = this.#options;
    const over = new AbortController();
    void pauses.pause(timeoutMs, over.signal).then(() => over.abort());
    const settled = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
    for (;;) {
      const kept = this.#options.nextKept();
      const ended = (await this.entries()).filter(({ end }) => end !== undefined);
      const count = ended.filter((entry) => matches(entry, filter)).length;
      if (count >= wanted || settled.aborted || pauses.ended.aborted) {
        const kind = waitKind(count >= wanted, signal, pauses.ended);
        over.abort();
        return { kind, count, exchanges: (await this.find(filter)).exchanges };
      }
      // Exchanges of other processes are seen only by looking.
      await Promise.race([kept, pauses.pause(pollMs, settled)]);
    }
  }

  async clear(): Promise<number> {
    return countsOf(await this.#options.read('clear')).length;
  }
}

function bodyOf(body: CommonBody | undefined): string {
  if (body === undefined) return '';
  return body.sent ? body.digest : `${body.digest} ${body.text}`;
}

function pairs(flat: readonly string[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (let at = 0; at < flat.length; at += 2) map.set(flat[at] ?? '', flat[at + 1] ?? '');
  return map;
}

function countsOf([, length, dropped]: readonly Reply[]): JournalCounts {
  return { length: Number(length), dropped: Number(dropped) };
}

/** The key of a stored exchange is not in its headers. */
function matches(entry: StoredEntry, filter: JournalFilter): boolean {
  return matchesFilter(entry, filter, () => entry.shown.key);
}
