import { headerValues } from '../../simulator/environment/journal/request-fields.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { ClientNote } from '../model.ts';
import { isActor, slowMs } from '../plan/fault-points.ts';
import type { Disturbance } from './disturbance.ts';

/** A repetition that begins sooner than this after the failed exchange has no pause. Milliseconds. */
const pauseMs = 50;

/** How much earlier than `Retry-After` a client may repeat, since clocks and timers are rounded. Milliseconds. */
const toleranceMs = 100;

/** Returns the exchanges that show a behaviour, or undefined. */
type NoteRule = (disturbance: Disturbance) => readonly ExchangeRecord[] | undefined;

/**
 * The table of notes.
 *
 * - `repeats-cancel-blindly`: a cancel took effect, its response was lost, and the client sent it again without a list in
 *   between. The second response is a refusal, which cannot be told from that of somebody else's cancel.
 * - `gives-up-after-reset`: a connection was reset before the request was handled, the client did not send the request again,
 *   and the command failed.
 * - `ignores-retry-after`: the client repeated a request sooner than `Retry-After` of the response permits.
 * - `retries-without-pause`: two faults in a row, and the client repeated the request at once both times.
 * - `repeats-refused-cancel`, `repeats-refused-key`: somebody else cancelled or shipped the order, or the key was revoked, and
 *   the client sent the refused request again.
 * - `no-timeout`: the client waited for a response until the run was ended, or for the whole minute of the fault.
 */
export const noteRules: Readonly<Record<ClientNote['kind'], NoteRule>> = {
  'repeats-cancel-blindly': ({ exchange, again, usual, next }) => {
    if (exchange.cancel !== 'cancelled' || exchange.end === 'answered' || again.length <= usual)
      return undefined;
    const [repeated] = again;
    if (repeated === undefined) return undefined;
    const looked = next.some(
      ({ operation, number }) => operation === 'listOrders' && number < repeated.number,
    );
    return looked ? undefined : [exchange, repeated];
  },
  'gives-up-after-reset': ({ run, point, exchange, again }) => {
    const reset = point.kind === 'reset-before-commit' && exchange.end === 'reset';
    return reset && again.length === 0 && run.outcome.kind === 'failed' ? [exchange] : undefined;
  },
  'ignores-retry-after': ({ exchange, again, usual }) => {
    const seconds = retryAfterOf(exchange);
    if (seconds === undefined) return undefined;
    const permitted = exchange.endedAt + seconds * 1_000 - toleranceMs;
    const early = again.filter(({ begunAt }) => begunAt < permitted);
    return early.length > usual ? [exchange, ...early.slice(0, 1)] : undefined;
  },
  'retries-without-pause': ({ exchange, again, usual }) => {
    const [first, second] = again;
    if (first === undefined || second === undefined || again.length <= usual + 1) return undefined;
    const atOnce = isSoon(exchange, first) && first.faults.length > 0 && isSoon(first, second);
    return atOnce ? [exchange, first, second] : undefined;
  },
  'repeats-refused-cancel': ({ point, exchange, again, usual }) =>
    isActor(point) && exchange.operation === 'cancelOrder' && [404, 409].includes(exchange.status)
      ? repetition(exchange, again, usual)
      : undefined,
  'repeats-refused-key': ({ point, exchange, again, usual }) =>
    isActor(point) && exchange.status === 401 ? repetition(exchange, again, usual) : undefined,
  'no-timeout': ({ run, point, exchange, next }) => {
    if (point.kind !== 'slow') return undefined;
    const waited = exchange.endedAt - exchange.begunAt;
    if (exchange.end === 'answered') return waited >= slowMs ? [exchange] : undefined;
    if (run.outcome.kind !== 'hung' || next.some(({ begunAt }) => begunAt >= exchange.endedAt))
      return undefined;
    // A client with a time-out left the exchange long before the run was ended.
    return waited >= run.outcome.afterMs / 2 ? [exchange] : undefined;
  },
};

function repetition(
  exchange: ExchangeRecord,
  again: readonly ExchangeRecord[],
  usual: number,
): readonly ExchangeRecord[] | undefined {
  return again.length > usual ? [exchange, ...again.slice(0, 1)] : undefined;
}

function isSoon(failed: ExchangeRecord, repeated: ExchangeRecord): boolean {
  return repeated.begunAt - failed.endedAt < pauseMs;
}

function retryAfterOf({ headers, status }: ExchangeRecord): number | undefined {
  if (status !== 503 && status !== 429) return undefined;
  const [seconds] = headerValues(headers, 'retry-after');
  return seconds === undefined ? undefined : Number(seconds);
}
