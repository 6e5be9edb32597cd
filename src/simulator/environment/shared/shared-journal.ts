import { deserialize, serialize } from 'node:v8';
import type { CancelOutcome } from '../../orders/order-store.ts';
import { StateReplaced } from '../../orders/store-failure.ts';
import type { Reply } from '../../orders/valkey/valkey-link.ts';
import type { EnvironmentState } from '../environment.ts';
import type { Choices } from '../gaps/choices.ts';
import type { Journal, JournalWaitOutcome } from '../journal/journal.ts';
import type { JournalContext } from '../journal/journal-context.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { JournalExchange, ShownBody } from '../journal/journal-exchange.ts';
import { matchesFilter } from '../journal/journal-filter.ts';
import { showExchanges } from '../journal/show-exchange.ts';
import type { Pauses } from '../pauses.ts';
import { texts } from './shared-calls.ts';

/** What a journal of a shared environment is made of. */
export type SharedJournalOptions = {
  readonly size: number;
  readonly context: JournalContext;
  readonly pauses: Pauses;
  readonly now: () => number;
  /** The counts of the request that the journal records. */
  readonly counts: EnvironmentState['counts'];
  readonly bodies: ShownBodies;
  /** The keys in force; another object when they change. */
  readonly keys: () => object;
  /** Calls `record` or `journal` in the epoch of the environment. */
  call(name: 'record' | 'journal', args: readonly string[]): Promise<readonly Reply[]>;
};

/**
 * The bodies of responses as they were shown last. Fast path: to redact the 8 KiB of a list that has not changed, for the same
 * request, would take longer than everything else.
 */
export type ShownBodies = WeakMap<
  Buffer,
  { readonly keys: object; readonly request: string; readonly body: ShownBody | undefined }
>;

/** An exchange in the shared store. It contains no key. */
type Stored = {
  readonly shown: JournalExchange;
  readonly path: JournalEntry['path'];
  readonly orderIdText: string;
  readonly cancel: CancelOutcome['kind'] | undefined;
  readonly refusal: string | undefined;
};

/** An entry that was read from the shared store, with its exchange. */
type StoredEntry = JournalEntry & { readonly shown: JournalExchange };

const defaultLimit = 100;
const pollMs = 25;

/**
 * Creates the journal of a shared environment for one request. Exchanges are shown before they are stored, so that no key
 * leaves the process; notes and reasons are those at the time of the exchange. An exchange is stored when its response is
 * about to be written.
 */
export function createSharedJournal(options: SharedJournalOptions): Journal {
  const { size, pauses, call } = options;
  const entries = async (): Promise<readonly StoredEntry[]> => {
    const reply = await call('journal', ['1']);
    return texts(reply[3])
      .map(readEntry)
      .sort((one, other) => one.number - other.number);
  };
  const show: Journal['show'] = async (given) =>
    given.flatMap((one) => ('shown' in one ? [shownOf(one)] : []));
  const find: Journal['find'] = async (
    filter = {},
    { limit = defaultLimit, cursor = Number.POSITIVE_INFINITY } = {},
  ) => {
    const all = (await entries()).toReversed();
    const matching = all.filter((entry) => entry.number < cursor && matchesFilter(entry, filter));
    const exchanges = matching.slice(0, limit).map(({ shown }) => shown);
    return { exchanges, next: matching.length > limit ? exchanges.at(-1)?.number : undefined };
  };
  const wait: Journal['wait'] = async ({ filter, count: wanted, timeoutMs }, signal) => {
    const over = new AbortController();
    void pauses.pause(timeoutMs, over.signal).then(() => over.abort());
    const settled = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
    for (;;) {
      const ended = (await entries()).filter(({ end }) => end !== undefined);
      const count = ended.filter((entry) => matchesFilter(entry, filter)).length;
      if (count >= wanted || settled.aborted || pauses.ended.aborted) {
        const kind = waitKind(count >= wanted, signal, pauses.ended);
        over.abort();
        return { kind, count, exchanges: (await find(filter)).exchanges };
      }
      await pauses.pause(pollMs, settled);
    }
  };
  return {
    size,
    counts: async () => countsOf(await call('journal', ['0'])),
    open: () => undefined,
    ...recorder(options),
    entries,
    find,
    get: async (number) => (await entries()).find((one) => one.number === number)?.shown,
    show,
    wait,
    clear: async () => countsOf(await call('journal', ['clear'])).length,
  };
}

/** Records the exchange of one request, again if it ends otherwise. */
function recorder(options: SharedJournalOptions): Pick<Journal, 'record' | 'close'> {
  const { size, now, counts, call } = options;
  const listsBefore = counts.lists;
  let recorded: JournalEntry['end'] | 'never' = 'never';
  const record = async (entry: JournalEntry): Promise<void> => {
    const end = entry.end ?? (entry.status === undefined ? undefined : 'answered');
    if (recorded === end) return;
    const first = recorded === 'never';
    recorded = end;
    const endedAt = entry.endedAt ?? (end === undefined ? undefined : now());
    const shown = await showOnce({ ...entry, end, endedAt }, options);
    if (shown === undefined) return;
    const { path, orderIdText, cancel, refusal } = entry;
    const stored: Stored = { shown, path, orderIdText, cancel, refusal };
    const lists = first || end === 'answered' ? counts.lists - listsBefore : 0;
    counts.lists = listsBefore;
    const text = serialize(stored).toString('base64');
    try {
      await call('record', [`${entry.number}`, text, `${size}`, `${lists}`, first ? '1' : '0']);
    } catch (error) {
      // The journal of a state ends with it; what the request did took effect before.
      if (!(error instanceof StateReplaced)) throw error;
    }
  };
  return {
    record,
    // The response is on its way: nobody can be told of a failure.
    close: (entry) => record(entry).catch(() => undefined),
  };
}

async function showOnce(
  entry: JournalEntry,
  { context, bodies, keys: keysInForce }: SharedJournalOptions,
): Promise<JournalExchange | undefined> {
  const { responseBody, target, rawHeaders } = entry;
  if (!Buffer.isBuffer(responseBody)) return (await showExchanges([entry], context))[0];
  const keys = keysInForce();
  const request = [target, ...rawHeaders].join('\n');
  const before = bodies.get(responseBody);
  if (before?.keys !== keys || before.request !== request) {
    const [shown] = await showExchanges([entry], context);
    bodies.set(responseBody, { keys, request, body: shown?.answer?.body });
    return shown;
  }
  const [shown] = await showExchanges([{ ...entry, responseBody: undefined }], context);
  return shown?.answer && { ...shown, answer: { ...shown.answer, body: before.body } };
}

function countsOf([, length, dropped]: readonly Reply[]): { length: number; dropped: number } {
  return { length: Number(length), dropped: Number(dropped) };
}

function shownOf(entry: JournalEntry): JournalExchange {
  return (entry as StoredEntry).shown;
}

/** Restores what checks and filters read of an entry. */
function readEntry(text: string): StoredEntry {
  const { shown, ...rest } = deserialize(Buffer.from(text, 'base64')) as Stored;
  return {
    ...rest,
    shown,
    number: shown.number,
    begunAt: shown.begunAt,
    method: shown.method,
    target: shown.path + shown.query,
    rawHeaders: shown.headers.flatMap(({ name, value }) => [name, value]),
    body: Buffer.alloc(0),
    bodyLength: shown.body?.length ?? 0,
    operation: shown.operation,
    // Only the choices that the exchange relied on are kept.
    choices: shown.gaps as Choices,
    reliedOn: [],
    reason: undefined,
    faults: [],
    gate: shown.gate,
    end: shown.end,
    endedAt: shown.endedAt,
    status: shown.answer?.status,
    responseHeaders: [],
    responseBody: undefined,
    responseLength: shown.answer?.body?.length ?? 0,
  };
}

function waitKind(
  reached: boolean,
  signal: AbortSignal | undefined,
  ended: AbortSignal,
): JournalWaitOutcome['kind'] {
  if (reached) return 'reached';
  if (signal?.aborted === true) return 'aborted';
  return ended.aborted ? 'ended' : 'timed-out';
}
