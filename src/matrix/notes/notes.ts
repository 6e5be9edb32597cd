import { headerValues } from '../../simulator/environment/journal/request-fields.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { ClientNote, EndedRun } from '../model.ts';
import { formatCell, isBaseline } from '../plan/cell.ts';
import { conversationsOf, pairConversations, requestOf } from '../plan/conversations.ts';
import { faultId, isActor, slowMs } from '../plan/fault-points.ts';

/**
 * Returns what the exchanges of all runs show without an assertion of the tests: each kind of note once for each cell, in
 * the order of the runs. Requests that the tests send without a fault as well are never taken for repetitions.
 */
export function notesOf(runs: readonly EndedRun[]): readonly ClientNote[] {
  const baseline = runs.find(({ run, outcome }) => isBaseline(run.cell) && outcome.kind === 'passed');
  if (baseline === undefined) return [];
  const notes = new Map<string, ClientNote>();
  for (const run of runs) {
    if (run.run.cell.faults.length === 0) continue;
    for (const disturbance of disturbancesOf(run, baseline))
      for (const [kind, exchangesFor] of Object.entries(noteRules)) {
        const exchanges = exchangesFor(disturbance);
        const key = `${kind} ${formatCell(run.run.cell)}`;
        if (exchanges === undefined || notes.has(key)) continue;
        notes.set(key, { kind: kind as ClientNote['kind'], cell: run.run.cell, exchanges });
      }
  }
  return [...notes.values()];
}

/** An exchange in which a fault of the cell fired, and what the client did next. */
type Disturbance = ReturnType<typeof disturbancesOf>[number];

/** Returns the disturbed exchanges of a run, compared with a run of the baseline. */
function disturbancesOf(run: EndedRun, baseline: EndedRun) {
  return pairConversations(conversationsOf(run), conversationsOf(baseline)).flatMap(([own, usual]) =>
    own.flatMap((exchange, at) => {
      const point = run.run.cell.faults.find((one) => exchange.faults.includes(faultId(one)));
      if (point === undefined) return [];
      const request = requestOf(exchange);
      const isSame = (one: ExchangeRecord): boolean => requestOf(one) === request;
      const next = own.slice(at + 1);
      // The disturbed exchange is itself one of the usual ones, as are those before it.
      const before = own.slice(0, at + 1).filter(isSame).length;
      return [
        {
          run,
          point,
          exchange,
          /** The same request again, in the same state of the environment, in the order of arrival. */
          again: next.filter(isSame),
          /** How many of those the client sends without the fault as well: only what is beyond them is a repetition. */
          usual: Math.max(0, usual.filter(isSame).length - before),
          /** All later exchanges in the same state. */
          next,
        },
      ];
    }),
  );
}

/** A repetition that begins sooner than this after the failed exchange has no pause. Milliseconds. */
const pauseMs = 50;

/** How much earlier than `Retry-After` a client may repeat, since clocks and timers are rounded. Milliseconds. */
const toleranceMs = 100;

/** Returns the exchanges that show a behaviour, or undefined. */
type NoteRule = (disturbance: Disturbance) => readonly ExchangeRecord[] | undefined;

/** The table of notes: `noteSentences` of the report says what each one means. */
const noteRules: Readonly<Record<ClientNote['kind'], NoteRule>> = {
  // The second response is a refusal, which cannot be told from that of somebody else's cancel.
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
