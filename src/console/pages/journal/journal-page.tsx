import './journal.css';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../components/button.tsx';
import { FirstRequests } from '../../components/first-requests.tsx';
import { Page, type PageProps } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { pageSize, Table } from '../../components/table.tsx';
import { useConsole } from '../../console-context.ts';
import { hrefOf, replaceQuery } from '../../route.ts';
import { useStore } from '../../store.ts';
import { ExchangePanel } from './exchange-panel.tsx';
import { journalColumns, journalLooks } from './journal-columns.tsx';
import { FilterBar, filterOf, type JournalFilter } from './journal-filter.tsx';
import { useJournal } from './use-journal.ts';

/** The requests of an environment as they arrive. One that is opened is shown beside them. */
export function JournalPage({ environment, view, rest }: PageProps) {
  const { places } = useConsole();
  const { query } = useStore(places);
  const filter = filterOf(query);
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
        <JournalTable
          environment={environment}
          page={{ filter, before: query.before ?? '', paused }}
          opened={opened}
        />
        {opened !== undefined && <ExchangePanel key={opened} number={opened} view={view} filter={filter} />}
      </div>
    </Page>
  );
}

function JournalTable(props: {
  readonly environment: string;
  readonly page: Parameters<typeof useJournal>[1];
  readonly opened: string | undefined;
}) {
  const { environment, page, opened } = props;
  const { filter, before } = page;
  const resource = useJournal(environment, page);
  return (
    <div class="journal-list stack">
      <Loaded resource={resource}>
        {(exchanges) =>
          exchanges.length === 0 ? (
            <Nothing environment={environment} filter={filter} />
          ) : (
            <Table
              label="Journal"
              className="rows journal"
              columns={journalColumns(environment, filter)}
              looks={journalLooks}
              rows={exchanges}
              rowKey={({ number }) => String(number)}
              rowClass={({ number }) => (String(number) === opened ? 'current' : '')}
            />
          )
        }
      </Loaded>
      <nav class="pager row" aria-label="Pages of the table">
        {before !== '' && <a href={hrefOf([environment, 'journal'], filter)}>Newest requests</a>}
        {resource.data?.length === pageSize && (
          <a
            href={hrefOf([environment, 'journal'], {
              ...filter,
              before: String(resource.data.at(-1)?.number),
            })}
          >
            Older requests
          </a>
        )}
      </nav>
    </div>
  );
}

type Wanted = { readonly environment: string; readonly filter: JournalFilter };

function Nothing({ environment, filter }: Wanted) {
  if (Object.values(filter).some((value) => value !== ''))
    return (
      <EmptyState title="No request matches">
        <p>Change the filter to see others.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="No request yet" docs="docs/start/index.md">
      <p>Send one of these, and it appears here within a second.</p>
      <FirstRequests environment={environment} />
    </EmptyState>
  );
}
