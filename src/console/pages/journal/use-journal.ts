import type { Exchange } from '../../../control-api.ts';
import { type Resource, useReading } from '../../api/use-resource.ts';
import { pageSize } from '../../components/table.tsx';
import { useConsole } from '../../console-context.ts';
import { type JournalFilter, queryOf } from './journal-filter.tsx';

const route = 'GET /environments/{environment}/journal';

/** Which exchanges a page of the journal shows. */
export type JournalPage = {
  readonly filter: JournalFilter;
  /** The number that follows the newest exchange of the page. Empty: the newest of all. */
  readonly before: string;
  readonly paused: boolean;
};

/** Reads the exchanges that match, newest first. The newest page follows the journal unless it is paused. */
export function useJournal(
  environment: string,
  { filter, before, paused }: JournalPage,
): Resource<readonly Exchange[]> {
  const { api } = useConsole();
  const query = { ...queryOf(filter), limit: pageSize, cursor: /^\d+$/.test(before) ? before : undefined };
  const read = async (signal: AbortSignal, since?: number): Promise<readonly Exchange[]> =>
    (await api.json(route, { params: { environment }, query: { ...query, since } }, { signal })).exchanges;
  const readNewer = async (last: readonly Exchange[] = [], signal: AbortSignal) => {
    // Those that had not ended are read again.
    const first = last.findLast(({ endedAt }) => endedAt === undefined) ?? last[0];
    if (first === undefined) return read(signal);
    const newer = await read(signal, first.number - 1);
    // Without it, the journal was cleared, or so much happened that all rows are new.
    if (!newer.some(({ number, begunAt }) => number === first.number && begunAt === first.begunAt))
      return read(signal);
    return [...newer, ...last.filter(({ number }) => number < first.number)].slice(0, pageSize);
  };
  return useReading(readNewer, JSON.stringify([environment, query]), before === '' && !paused);
}
