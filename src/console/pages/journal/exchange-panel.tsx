import { useEffect, useRef } from 'preact/hooks';
import type { Body, EnvironmentView, Exchange, Header } from '../../../control-api.ts';
import { useResource } from '../../api/use-resource.ts';
import { CopyButton } from '../../components/button.tsx';
import { Icon } from '../../components/icons.tsx';
import { Loaded } from '../../components/states.tsx';
import { useConsole } from '../../console-context.ts';
import { hrefOf } from '../../route.ts';
import { useStore } from '../../store.ts';
import { ExchangeFacts } from './exchange-facts.tsx';
import { Explanation } from './explanation.tsx';
import { Outcome } from './journal-columns.tsx';
import type { JournalFilter } from './journal-filter.tsx';
import { requestCurl } from './request-curl.ts';

type PanelProps = {
  readonly number: string;
  readonly view: EnvironmentView;
  readonly filter: JournalFilter;
};

/** An exchange in full. Escape closes it. */
export function ExchangePanel({ number, view, filter }: PanelProps) {
  const close = hrefOf([view.name, 'journal'], filter);
  const heading = useRef<HTMLHeadingElement>(null);
  const resource = useResource(
    'GET /environments/{environment}/journal/{exchange}',
    { params: { environment: view.name, exchange: number } },
    true,
  );
  useEffect(() => {
    heading.current?.focus();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || document.querySelector('dialog[open]') !== null) return;
      location.hash = close;
      document.querySelector<HTMLElement>('.journal .current a, section.journal')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [close]);
  return (
    <section class="exchange card stack" aria-label={`Exchange ${number}`}>
      <header class="row">
        <h2 ref={heading} tabIndex={-1}>
          Exchange {number}
        </h2>
        {resource.data && (
          <Outcome status={resource.data.answer?.status} ended={resource.data.endedAt !== undefined} />
        )}
        <a class="button quiet end" href={close} aria-label="Close the exchange">
          <Icon name="close" />
        </a>
      </header>
      <Loaded resource={resource}>{(exchange) => <Content exchange={exchange} view={view} />}</Loaded>
    </section>
  );
}

type ContentProps = { readonly exchange: Exchange; readonly view: EnvironmentView };

function Content({ exchange, view }: ContentProps) {
  const { knownKeys } = useConsole();
  const key = useStore(knownKeys.keys)[view.name];
  const { method, path, query, answer } = exchange;
  return (
    <>
      <Explanation exchange={exchange} environment={view.name} />
      <ExchangeFacts exchange={exchange} environment={view.name} />
      <ExchangeMessage
        title="Request"
        line={`${method} ${path}${query}`}
        headers={exchange.headers}
        body={exchange.body}
      />
      {answer && (
        <ExchangeMessage
          title="Response"
          line={String(answer.status)}
          headers={answer.headers}
          body={answer.body}
        />
      )}
      <div class="row">
        <CopyButton icon="terminal" text={requestCurl(exchange, view, key)} label="Copy the request as curl">
          Copy the request as curl
        </CopyButton>
      </div>
    </>
  );
}

function ExchangeMessage(props: {
  readonly title: string;
  readonly line: string;
  readonly headers: readonly Header[];
  readonly body: Body | undefined;
}) {
  const { title, line, headers, body } = props;
  const head = [line, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  return (
    <section>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys */}
      <pre tabIndex={0}>{body === undefined ? head : `${head}\n\n${contentOf(body)}`}</pre>
    </section>
  );
}

function contentOf({ text, base64, length, truncated }: Body): string {
  const content = text ?? `${base64 ?? ''}\n(as base64)`;
  return truncated ? `${content}\n(the beginning of ${length.toLocaleString('en')} bytes)` : content;
}
