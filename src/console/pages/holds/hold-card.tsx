import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Gate } from '../../../control-api.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { hrefOf } from '../../route.ts';

/** A hold, and the requests that wait at it in the order in which they will be released. */
export function HoldCard(props: { readonly environment: string; readonly hold: Gate }): JSX.Element {
  const { environment, hold } = props;
  const { id, orderId, waiting, held, count, remainingMs, timeoutMs } = hold;
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const order = inOrder(
    wanted,
    waiting.map(({ exchange }) => exchange),
  );
  return (
    <li class="panel card stack">
      <header class="row">
        <h2>{id}</h2>
        <Badge tone={waiting.length > 0 ? 'warn' : 'neutral'}>{waiting.length} waiting</Badge>
      </header>
      <p class="hint">
        Cancels of {orderId === undefined ? 'any order' : `order ${orderId}`}. {held}
        {count === undefined ? '' : ` of at most ${count}`} held so far. It closes by itself in{' '}
        <span role="timer" aria-label={`Time until ${id} closes`}>
          {Math.ceil(remainingMs / 1000)} of {timeoutMs / 1000} s
        </span>
        .
      </p>
      {order.length > 0 && (
        <ol class="waiting" aria-label={`Waiting at ${id}`}>
          {order.map((exchange, at) => (
            <li key={exchange}>
              <Waiting
                environment={environment}
                hold={hold}
                exchange={exchange}
                onMove={(by) => setWanted(moved(order, at, by))}
                first={at === 0}
                last={at === order.length - 1}
              />
            </li>
          ))}
        </ol>
      )}
      <div class="row">
        <ActionButton
          label={order.length === 0 ? 'Close' : 'Release all'}
          tone={order.length === 0 ? 'plain' : 'primary'}
          action={{
            title:
              order.length === 0
                ? `Close ${id}`
                : `Release all from ${id} in the order ${order.join(', ')} and close it`,
            route: 'DELETE /environments/{environment}/holds/{hold}',
            params: { environment, hold: id },
            query: { order: order.length === 0 ? undefined : order.join() },
            done: ({ released }) =>
              `The hold ${id} is closed${released.length === 0 ? '' : `; committed in this order: ${released.join(', ')}`}`,
          }}
        />
      </div>
    </li>
  );
}

function Waiting(props: {
  readonly environment: string;
  readonly hold: Gate;
  readonly exchange: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly onMove: (by: 1 | -1) => void;
}): JSX.Element {
  const { environment, hold, exchange, first, last, onMove } = props;
  const request = hold.waiting.find((one) => one.exchange === exchange);
  const moves = [['Up', -1, first] as const, ['Down', 1, last] as const];
  return (
    <div class="row">
      <span>
        <a href={hrefOf([environment, 'journal', String(exchange)])}>Exchange {exchange}</a> cancels order{' '}
        {String(request?.orderId)}
      </span>
      <span class="row end">
        {moves.map(([label, by, disabled]) => (
          <Button
            key={label}
            label={label}
            disabled={disabled}
            aria-label={`Move exchange ${exchange} ${label.toLowerCase()}`}
            onClick={() => onMove(by)}
          />
        ))}
        <ActionButton
          label="Release"
          action={{
            title: `Release exchange ${exchange} from ${hold.id}`,
            route: 'POST /environments/{environment}/holds/{hold}/release',
            params: { environment, hold: hold.id },
            json: { exchange },
            done: () => `Exchange ${exchange} has committed`,
          }}
        />
      </span>
    </div>
  );
}

/** The chosen order of those that still wait; others follow in the order of their arrival. */
function inOrder(wanted: readonly number[], waiting: readonly number[]): readonly number[] {
  const known = wanted.filter((exchange) => waiting.includes(exchange));
  return [...known, ...waiting.filter((exchange) => !known.includes(exchange))];
}

function moved(order: readonly number[], at: number, by: 1 | -1): readonly number[] {
  const others = order.filter((_, index) => index !== at);
  return [...others.slice(0, at + by), ...order.slice(at, at + 1), ...others.slice(at + by)];
}
