import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Gate } from '../../../control-api.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { hrefOf } from '../../route.ts';
import { releaseAll, releaseOne } from './hold-actions.ts';

/** A hold, and the requests that wait at it in the order in which they will be released. */
export function HoldCard(props: { readonly environment: string; readonly hold: Gate }): JSX.Element {
  const { environment, hold } = props;
  const { id, orderId, waiting, held, count } = hold;
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const order = inOrder(
    wanted,
    waiting.map(({ exchange }) => exchange),
  );
  return (
    <li class="panel hold">
      <header>
        <h2>{id}</h2>
        <Badge tone={waiting.length > 0 ? 'warn' : 'neutral'}>{waiting.length} waiting</Badge>
      </header>
      <p class="hint">
        Cancels of {orderId === undefined ? 'any order' : `order ${orderId}`}. {held}
        {count === undefined ? '' : ` of at most ${count}`} held so far. It closes by itself in{' '}
        <SecondsLeft hold={hold} />.
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
      <div class="buttons">
        <ActionButton
          label={order.length === 0 ? 'Close' : 'Release all'}
          tone={order.length === 0 ? 'plain' : 'primary'}
          action={releaseAll(environment, hold, order)}
        />
      </div>
    </li>
  );
}

/** Counts the time down until a hold closes, beginning with what the simulator said. */
function SecondsLeft({ hold }: { readonly hold: Gate }): JSX.Element {
  const { remainingMs, timeoutMs } = hold;
  const [leftMs, setLeftMs] = useState(remainingMs);
  useEffect(() => {
    const end = performance.now() + remainingMs;
    const count = (): void => setLeftMs(Math.max(0, end - performance.now()));
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [hold]);
  return (
    <span role="timer" aria-label={`Time until ${hold.id} closes`}>
      {Math.ceil(leftMs / 1000)} of {timeoutMs / 1000} s
    </span>
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
  return (
    <div class="waiting-row">
      <span>
        <a href={hrefOf([environment, 'journal', String(exchange)])}>Exchange {exchange}</a> cancels order{' '}
        {String(request?.orderId)}
      </span>
      <span class="buttons">
        <button
          type="button"
          class="button"
          disabled={first}
          aria-label={`Move exchange ${exchange} up`}
          onClick={() => onMove(-1)}
        >
          Up
        </button>
        <button
          type="button"
          class="button"
          disabled={last}
          aria-label={`Move exchange ${exchange} down`}
          onClick={() => onMove(1)}
        >
          Down
        </button>
        <ActionButton label="Release" action={releaseOne(environment, hold, exchange)} />
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
