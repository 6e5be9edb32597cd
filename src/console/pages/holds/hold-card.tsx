import type { Gate, HeldRequest } from '../../../control-api.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { hrefOf } from '../../route.ts';

/** A hold, and the requests that wait at it. */
export function HoldCard(props: { readonly environment: string; readonly hold: Gate }) {
  const { environment, hold } = props;
  const { id, orderId, waiting, held, count, remainingMs, timeoutMs } = hold;
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
      {waiting.length > 0 && (
        <ol class="waiting" aria-label={`Waiting at ${id}`}>
          {waiting.map((held) => (
            <li key={held.exchange}>
              <Waiting environment={environment} hold={id} held={held} />
            </li>
          ))}
        </ol>
      )}
      <div class="row">
        <ActionButton
          label={waiting.length === 0 ? 'Close' : 'Release all'}
          tone={waiting.length === 0 ? 'plain' : 'primary'}
          action={{
            title: `Release all from ${id} and close it`,
            route: 'DELETE /environments/{environment}/holds/{hold}',
            params: { environment, hold: id },
            done: ({ released }) =>
              `The hold ${id} is closed${released.length === 0 ? '' : `; committed in this order: ${released.join(', ')}`}`,
          }}
        />
      </div>
    </li>
  );
}

function Waiting(props: { readonly environment: string; readonly hold: string; readonly held: HeldRequest }) {
  const { environment, hold, held } = props;
  const { exchange, orderId } = held;
  return (
    <div class="row">
      <span>
        <a href={hrefOf([environment, 'journal', String(exchange)])}>Exchange {exchange}</a> cancels order{' '}
        {String(orderId)}
      </span>
      <span class="row end">
        <ActionButton
          label="Release"
          action={{
            title: `Release exchange ${exchange} from ${hold}`,
            route: 'POST /environments/{environment}/holds/{hold}/release',
            params: { environment, hold },
            json: { exchange },
            done: () => `Exchange ${exchange} has committed`,
          }}
        />
      </span>
    </div>
  );
}
