import type { Caller } from '../../../client/caller.ts';
import type { ExchangeSummary } from '../../../control-api.ts';
import { messageOf } from '../../api/api.ts';
import type { LiveEvent } from '../../api/live.ts';
import { createReader, isOutdated } from '../../api/use-resource.ts';
import { createExchangeRows, type ExchangeRows, maxRows, summaryOf } from './exchange-rows.ts';
import { type JournalFilter, matcherOf, queryOf } from './journal-filter.ts';

const route = 'GET /environments/{environment}/journal';

/** The exchanges that match a filter, newest first. */
export type Journal = ReturnType<typeof createJournal>;

export type JournalState = {
  readonly rows: ExchangeRows;
  readonly loaded: boolean;
  readonly error: string | undefined;
  /** How many exchanges were too many to be reported one by one. They are in the journal. */
  readonly missed: number;
};

const pageSize = 200;

/** Creates an empty journal, which calls `changed` whenever it is different. */
export function createJournal(api: Caller, environment: string, filter: JournalFilter, changed: () => void) {
  const matches = matcherOf(filter);
  let state: JournalState = { rows: createExchangeRows(), loaded: false, error: undefined, missed: 0 };
  let next: number | undefined;
  /** What arrives while the journal is read may not be in the response. */
  let arriving = createExchangeRows();
  const set = (change: Partial<JournalState>): void => {
    state = { ...state, ...change };
    changed();
  };
  const read = async (
    signal: AbortSignal,
    cursor?: number,
  ): Promise<readonly ExchangeSummary[] | undefined> => {
    const query = { ...queryOf(filter), limit: pageSize, cursor };
    try {
      const page = await api.json(route, { params: { environment }, query }, { signal });
      if (signal.aborted) return undefined;
      next = page.next;
      return page.exchanges.map(summaryOf);
    } catch (failure) {
      if (!signal.aborted) set({ error: messageOf(failure) });
      return undefined;
    }
  };
  const newest = createReader(async (signal) => {
    arriving = createExchangeRows();
    const found = await read(signal);
    if (found === undefined) return;
    const rows = createExchangeRows();
    rows.addOlder(found);
    rows.add(arriving.all());
    set({ rows, loaded: true, error: undefined, missed: 0 });
  });
  const older = createReader(async (signal) => {
    const { rows } = state;
    if (next === undefined || rows.count >= maxRows) return;
    const found = await read(signal, next);
    if (found === undefined || state.rows !== rows) return;
    rows.addOlder(found);
    set({ error: undefined });
  }, 0);
  return {
    get state(): JournalState {
      return state;
    },
    reload: newest.request,
    /** Reads exchanges that are older than the last row. */
    readOlder: older.request,
    /** Adds the exchanges of an event, or reads again if they may have changed. */
    receive(event: LiveEvent): void {
      if (isOutdated(event, ['journal', 'scenario'], environment)) newest.request();
      if (event.kind !== 'exchanges' || event.environment !== environment) return;
      for (const rows of [state.rows, arriving]) rows.add(event.exchanges.filter(matches));
      set({ missed: state.missed + event.dropped });
    },
    stop(): void {
      newest.stop();
      older.stop();
    },
  };
}
