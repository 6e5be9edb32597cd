import './journal.css';
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../components/button.tsx';
import { FirstRequests } from '../../components/first-requests.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, ErrorBanner } from '../../components/states.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useConsole } from '../../console-context.ts';
import { replaceQuery } from '../../route.ts';
import { useStore } from '../../store.ts';
import type { PageProps } from '../page-props.ts';
import { ExchangePanel } from './exchange-panel.tsx';
import { FilterBar } from './filter-bar.tsx';
import { createJournal, type Journal } from './journal.ts';
import { journalColumns } from './journal-columns.tsx';
import { filterOf, type JournalFilter } from './journal-filter.ts';

/** The requests of an environment as they arrive. One that is opened is shown beside them. */
export function JournalPage({ environment, view, rest }: PageProps): JSX.Element {
  const { places } = useConsole();
  const filter = filterOf(useStore(places).query);
  const [paused, setPaused] = useState(false);
  const [opened] = rest;
  return (
    <Page
      fills
      title="Journal"
      intro="Every request as it ends, newest first. Open one to see why it got its response. Gaps are what the specification leaves open: the response relied on a choice of the simulator."
      actions={
        <>
          <Button
            label={paused ? 'Go on' : 'Pause'}
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          />
          <ActionButton
            label="Clear"
            action={{
              title: `Clear the journal of ${environment}`,
              route: 'DELETE /environments/{environment}/journal',
              params: { environment },
              done: ({ deleted }) => `${deleted} exchanges were removed from the journal of ${environment}`,
            }}
          />
        </>
      }
    >
      <FilterBar filter={filter} onChange={(changed) => replaceQuery(places, { ...filter, ...changed })} />
      <div class={opened === undefined ? 'journal-split' : 'journal-split opened'}>
        <JournalTable environment={environment} filter={filter} paused={paused} opened={opened} />
        {opened !== undefined && <ExchangePanel key={opened} number={opened} view={view} filter={filter} />}
      </div>
    </Page>
  );
}

function JournalTable(props: {
  readonly environment: string;
  readonly filter: JournalFilter;
  readonly paused: boolean;
  readonly opened: string | undefined;
}): JSX.Element {
  const { environment, filter, paused, opened } = props;
  const journal = useJournal(environment, filter, paused);
  const { rows, loaded, missed, error } = journal.state;
  return (
    <div class="journal-list">
      {error !== undefined && <ErrorBanner text={error} onRetry={journal.reload} />}
      {!loaded && error === undefined && <p class="loading">Loading…</p>}
      {missed > 0 && (
        <p class="missed">
          {missed.toLocaleString('en')} requests came too fast to be shown one by one.
          <Button tone="quiet" label="Read the newest again" onClick={journal.reload} />
        </p>
      )}
      {loaded && rows.count === 0 && <Nothing environment={environment} filter={filter} />}
      {rows.count > 0 && (
        <VirtualTable
          label="Journal"
          className="journal"
          count={rows.count}
          rowAt={rows.at}
          rowKey={({ number }) => String(number)}
          rowClass={({ number }) => (String(number) === opened ? 'current' : '')}
          columns={journalColumns(environment, filter)}
          addedAtTop={rows.added}
          onRange={({ to }) => to >= rows.count && journal.readOlder()}
        />
      )}
    </div>
  );
}

type Wanted = { readonly environment: string; readonly filter: JournalFilter };

function Nothing({ environment, filter }: Wanted): JSX.Element {
  if (Object.values(filter).some((value) => value !== ''))
    return (
      <EmptyState title="No request matches">
        <p>Change the filter to see others.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="No request yet" docs="docs/start/index.md">
      <p>Send one of these, and it appears here at once.</p>
      <FirstRequests environment={environment} />
    </EmptyState>
  );
}

/** Reads the exchanges that match, and adds those that arrive unless the page is `paused`. */
function useJournal(environment: string, filter: JournalFilter, paused: boolean): Journal {
  const { api, live } = useConsole();
  const draw = useDraw();
  const key = Object.values(filter).join('\n');
  const journal = useMemo(() => createJournal(api, environment, filter, draw), [environment, key]);
  useEffect(() => () => journal.stop(), [journal]);
  useEffect(() => {
    if (paused) return;
    journal.reload();
    return live.listen(journal.receive);
  }, [journal, paused]);
  return journal;
}

/** Returns a function that renders the component at the next frame of the screen, however often it is called. */
function useDraw(): () => void {
  const [, setCount] = useState(0);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return useCallback(() => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      setCount((count) => count + 1);
    });
  }, []);
}
