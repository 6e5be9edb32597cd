import type { Exchange } from '../../../control-api.ts';
import { Icon } from '../../components/icons.tsx';
import { hrefOf } from '../../route.ts';

/** Why the request got its response, and what would have succeeded. */
export function Explanation(props: { readonly exchange: Exchange; readonly environment: string }) {
  const { exchange, environment } = props;
  const { refused, notes, gate, endedAt } = exchange;
  return (
    <>
      <div class={`explanation card stack ${refused === undefined ? '' : 'refused'}`} role="note">
        {refused === undefined ? (
          <p>{outcomeOf(exchange)}</p>
        ) : (
          <>
            <p class="why">
              <Icon name="alert" />
              {exchange.answer?.status ?? 'No response'}: {refused.why}
            </p>
            <p>Would have matched: {refused.wouldMatch}</p>
            {exchange.order?.after !== undefined && <p>{changeOf(exchange.order)}</p>}
          </>
        )}
        {gate !== undefined && (
          <p>
            {endedAt === undefined ? 'It waits' : 'It waited'} at the hold{' '}
            <a href={hrefOf([environment, 'holds'])}>{gate}</a>.
          </p>
        )}
        {notes.map(({ code, text }) => (
          <p key={code}>Probably a mistake: {text}</p>
        ))}
      </div>
      {exchange.faults.length > 0 && (
        <ul class="list">
          {exchange.faults.map(({ id, did }) => (
            <li key={id}>
              The fault <a href={hrefOf([environment, 'faults'])}>{id}</a> {did}.
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const ends: Readonly<Record<NonNullable<Exchange['end']>, string>> = {
  answered: '',
  'client-gone': 'The client left before the response had ended.',
  reset: 'The connection was reset (RST).',
  closed: 'The connection was closed (FIN) without a response.',
  garbled: 'Bytes that are not HTTP were sent instead of a response.',
  cut: 'The response ended before its body was complete.',
  failed: 'The simulator failed: this is a bug. Its log has the reason.',
};

function outcomeOf({ endedAt, end, answer, order }: Exchange): string {
  if (endedAt === undefined) return 'This request has no response yet.';
  const responded = answer === undefined ? '' : `The service responded with ${answer.status}.`;
  const ended = end === undefined ? '' : ends[end];
  return [responded, ended, changeOf(order)].filter(Boolean).join(' ');
}

function changeOf(order: Exchange['order']): string {
  if (order?.before === undefined || order.after === undefined) return '';
  if (order.before === order.after) return `Order ${order.id} stayed ${order.after}.`;
  return `Order ${order.id} was ${order.before} and is ${order.after}.`;
}
