import './checks.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Verification } from '../../../control-api.ts';
import { useResource } from '../../api/use-resource.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FirstRequests } from '../../components/first-requests.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useConsole } from '../../console-context.ts';
import { hrefOf, replaceQuery } from '../../route.ts';
import { useStore } from '../../store.ts';
import type { PageProps } from '../page-props.ts';
import { AddCheck } from './add-check.tsx';
import { type Check, checkText, readChecks, writeChecks } from './check.ts';

/** Statements about what the client did, which the journal proves or refutes. */
export function ChecksPage({ environment }: PageProps): JSX.Element {
  const { places } = useConsole();
  const { checks: text } = useStore(places).query;
  const checks = readChecks(text);
  const [results, setResults] = useState<Verification>();
  useEffect(() => setResults(undefined), [text, environment]);
  const params = { environment };
  const { data: journal } = useResource(
    'GET /environments/{environment}/journal',
    { params, query: { limit: 1 } },
    ['exchanges', 'journal', 'scenario'],
  );
  const unused = journal?.exchanges.length === 0;
  const change = (changed: readonly Check[]) => replaceQuery(places, { checks: writeChecks(changed) });
  return (
    <Page
      title="Checks"
      intro="Statements about what your client did since the last reset. A test sends the same request and fails if one does not hold."
    >
      <AddCheck onAdd={(check) => change([...checks, check])} />
      {checks.length === 0 ? (
        <EmptyState title="No checks" docs="docs/guides/testing.md">
          <p>Add one above.</p>
        </EmptyState>
      ) : (
        <>
          <CheckList
            environment={environment}
            checks={checks}
            results={unused ? undefined : results}
            onRemove={(at) => change(checks.filter((_, index) => index !== at))}
          />
          <div class="buttons">
            <ActionButton
              label={`Run ${checks.length} checks`}
              tone="primary"
              disabled={unused}
              action={{
                title: `Run ${checks.length} checks`,
                route: 'POST /environments/{environment}/journal/verify',
                params,
                json: { checks },
                done: summaryOf,
              }}
              onDone={setResults}
            />
          </div>
          {unused && (
            <EmptyState title="No request to check yet" docs="docs/guides/testing.md">
              <p>Checks read the journal, and it is empty. Send a request, then run them.</p>
              <FirstRequests environment={environment} />
            </EmptyState>
          )}
        </>
      )}
    </Page>
  );
}

function CheckList(props: {
  readonly environment: string;
  readonly checks: readonly Check[];
  readonly results: Verification | undefined;
  readonly onRemove: (at: number) => void;
}): JSX.Element {
  const { environment, checks, results, onRemove } = props;
  return (
    <ol class="checks" aria-label="Checks">
      {checks.map((check, at) => {
        const result = results?.checks[at];
        return (
          <li key={`${at} ${checkText(check)}`} class="panel">
            <div class="check-line">
              <code>{checkText(check)}</code>
              {result && (
                <Badge tone={result.passed ? 'good' : 'bad'}>{result.passed ? 'passed' : 'failed'}</Badge>
              )}
              <Button
                tone="quiet"
                icon="close"
                aria-label={`Remove the check ${checkText(check)}`}
                onClick={() => onRemove(at)}
              />
            </div>
            {result && (
              <p>
                <span class="muted">Expected:</span> {result.check}
                <br />
                <span class="muted">Seen:</span> <Seen environment={environment} text={result.seen} />
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** What the journal shows; the number of an exchange opens it. */
function Seen(props: { readonly environment: string; readonly text: string }): JSX.Element {
  const parts = props.text.split(/(#\d+)/);
  return (
    <>
      {parts.map((part) =>
        part.startsWith('#') ? (
          <a href={hrefOf([props.environment, 'journal', part.slice(1)])}>{part}</a>
        ) : (
          part
        ),
      )}
    </>
  );
}

function summaryOf({ checks }: Verification): string {
  const failed = checks.filter(({ passed }) => !passed).length;
  return `The checks were run: ${checks.length - failed} passed, ${failed} failed`;
}
