import { andThen, type MaybePromise } from '../../shared/maybe-promise.ts';
import { monotonicSeconds } from '../environment/clock.ts';
import type { ExchangeEnd } from '../environment/journal/journal-entry.ts';
import { answer } from './answer.ts';
import { answerFailure } from './answer-failure.ts';
import type { Exchange } from './exchange.ts';
import { disturbedExchange } from './faults/disturbed-exchange.ts';
import type { GatherWrite } from './gather-writes.ts';
import { endOfWriting, recordResponse } from './journal-exchange.ts';
import { corsHeaders } from './method-responses.ts';
import type { OnExchangeEnd, ReportFailure } from './request-reports.ts';
import type { ServiceResponse } from './service-response.ts';
import { writeResponse } from './write-response.ts';

/** What the service does beyond answering. */
export type ServiceOptions = {
  /** Shows the gaps that an answer relied on in a header `Sim-Gaps`. */
  readonly gapsHeader: boolean;
  /** Takes every exchange at its end. */
  readonly onExchangeEnd: OnExchangeEnd;
  /** Takes what should never happen. */
  readonly reportFailure: ReportFailure;
};

/** Brings an exchange, begun at a time of `monotonicSeconds`, to its end, and writes that down whatever happens. */
export function conductExchange(
  exchange: Exchange,
  begun: number,
  options: ServiceOptions,
  gatherWrite: GatherWrite,
): MaybePromise<void> {
  exchange.state.journal.open(exchange.entry);
  const extraHeaders = options.gapsHeader ? headersWithGaps : corsHeaders;
  /** What fails, now or later, ends the exchange too. */
  const finish = <Step>(step: () => MaybePromise<Step>, next: (value: Step) => void): MaybePromise<void> => {
    let done: MaybePromise<Step>;
    try {
      done = step();
    } catch (error) {
      return failed(error);
    }
    return done instanceof Promise ? done.then(next, failed) : next(done);
  };
  const failed = (error: unknown): void => {
    fail(exchange, error, options);
    ended('failed');
  };
  const ended = (how: ExchangeEnd): void => end(exchange, how, begun, options);
  if (exchange.state.faults.any) return finish(() => disturbedExchange(exchange, extraHeaders), ended);
  return finish(
    () => answer(exchange),
    (reply) => gatherWrite(() => void finish(() => write(exchange, reply, extraHeaders), ended)),
  );
}

function fail(exchange: Exchange, error: unknown, { reportFailure }: ServiceOptions): void {
  reportFailure(error, exchange.request, exchange);
  const reply = answerFailure(exchange.response);
  if (reply !== undefined) recordResponse(exchange.entry, reply, []);
}

function end(exchange: Exchange, how: ExchangeEnd, begun: number, options: ServiceOptions): void {
  const { entry, state, request } = exchange;
  entry.end = how;
  entry.endedAt = state.clock.now();
  state.journal.close(entry);
  try {
    options.onExchangeEnd(exchange, monotonicSeconds() - begun);
  } catch (error) {
    // The answer is on its way: who cannot be told of it is no reason to take it back.
    options.reportFailure(error, request, exchange);
  }
}

type ExtraHeaders = (exchange: Exchange) => readonly string[];

function write(
  exchange: Exchange,
  reply: ServiceResponse | undefined,
  extraHeaders: ExtraHeaders,
): MaybePromise<ExchangeEnd> {
  if (reply === undefined) return 'client-gone';
  const { response, entry } = exchange;
  const extra = extraHeaders(exchange);
  recordResponse(entry, reply, extra);
  return andThen(writeResponse(response, reply, extra), () => endOfWriting(response));
}

function headersWithGaps(exchange: Exchange): readonly string[] {
  const cors = corsHeaders(exchange);
  const relied = [...new Set(exchange.reliedOn)].map((key) => `${key}=${exchange.answers[key]}`);
  return relied.length === 0 ? cors : [...cors, 'Sim-Gaps', relied.join(', ')];
}
