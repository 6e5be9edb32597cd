import type { ComponentChildren } from 'preact';
import type { Exchange } from '../../../control-api.ts';
import { hrefOf } from '../../route.ts';

type FactsProps = { readonly exchange: Exchange; readonly environment: string };

export function ExchangeFacts({ exchange, environment }: FactsProps) {
  const { operation, order, key, traceparent, begunAt } = exchange;
  const inJournal = (query: Readonly<Record<string, string>>) => hrefOf([environment, 'journal'], query);
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Operation', operation && <a href={inJournal({ operation })}>{operation}</a>],
    ['Order id', order && <a href={inJournal({ order: String(order.id) })}>{String(order.id)}</a>],
    ['Key', key === undefined ? 'none that is valid' : <a href={inJournal({ key })}>{key}</a>],
    ['Trace', traceparent && <a href={inJournal({ trace: traceparent })}>{traceparent}</a>],
    ['Begun', begunAt],
  ];
  return (
    <>
      <dl class="facts row">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt class="hint">{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <GapsReliedOn exchange={exchange} environment={environment} />
    </>
  );
}

/** What the specification leaves open and this response decided. */
function GapsReliedOn({ exchange, environment }: FactsProps) {
  const gaps = Object.entries(exchange.gaps);
  if (gaps.length === 0) return null;
  return (
    <section>
      <h3>Gaps relied on</h3>
      <ul class="list">
        {gaps.map(([key, choice]) => (
          <li key={key}>
            <a class="mono" href={hrefOf([environment, 'gaps'], { search: key })}>
              {key}={choice}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
