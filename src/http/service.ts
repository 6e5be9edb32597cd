import type { ServerResponse } from 'node:http';
import { type Eventual, whenThere } from '../orders/eventual.ts';
import { monotonicSeconds } from '../simulation/clock.ts';
import type { Environments } from '../simulation/environments.ts';
import type { GapKey } from '../simulation/gaps/gaps.ts';
import type { ExchangeEnd } from '../simulation/journal/journal-entry.ts';
import { answer } from './answer.ts';
import { answerFailure } from './answer-failure.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';
import { disturbedExchange } from './faults/disturbed-exchange.ts';
import { endOfWriting, entryOf, keepReply } from './journal-exchange.ts';
import { corsHeaders } from './method-answers.ts';
import type { Reply } from './reply.ts';
import { type BodyReading, largestBody, readBody } from './request-body.ts';
import { namesOneHost, type RequestHead, readRequestHead } from './request-head.ts';
import type { TellEnd, TellFailure } from './request-reports.ts';
import { matchRoute } from './route.ts';
import { writeReply } from './write-reply.ts';

/** What the service does beyond answering. */
export type ServiceOptions = {
  /** Shows the gaps that an answer relied on in a header `Sim-Gaps`. */
  readonly gapsHeader: boolean;
  /** Takes every exchange at its end. */
  readonly tellEnd: TellEnd;
  /** Takes what should never happen. */
  readonly tellFailure: TellFailure;
};

/**
 * Answers one request of the service, whatever it is. Spec 4 and 5, and the quickstart of 4.4. A promise is answered
 * where there is something to wait for: a body, a store, a fault, the end of a long list.
 */
export function serve(
  request: ServiceRequest,
  response: ServerResponse,
  environments: Environments,
  options: ServiceOptions,
): Eventual<void> {
  const begun = monotonicSeconds();
  const head = readRequestHead(request.rawHeaders);
  // Who is refused for their Host is not waited for: their body may never come.
  const foreign = !namesOneHost(head, request.httpVersion);
  return whenThere(head.hasBody && !foreign ? readBody(request) : noBody, (body) => {
    if (body.kind === 'aborted') return;
    if (body.kind === 'too-large' || foreign) response.shouldKeepAlive = false;
    return conduct(beginExchange(request, response, environments, head, body), begun, options);
  });
}

/** Brings an exchange to its end, and writes that down whatever happens. */
function conduct(exchange: Exchange, begun: number, options: ServiceOptions): Eventual<void> {
  exchange.state.journal.open(exchange.entry);
  const failed = (error: unknown): void => {
    fail(exchange, error, options);
    end(exchange, 'failed', begun, options);
  };
  let ending: Eventual<ExchangeEnd>;
  try {
    ending = respond(exchange, options.gapsHeader ? headersWithGaps : corsHeaders);
  } catch (error) {
    return failed(error);
  }
  if (ending instanceof Promise) return ending.then((how) => end(exchange, how, begun, options), failed);
  end(exchange, ending, begun, options);
}

function fail(exchange: Exchange, error: unknown, { tellFailure }: ServiceOptions): void {
  tellFailure(error, exchange.request, exchange);
  const reply = answerFailure(exchange.response);
  if (reply !== undefined) keepReply(exchange.entry, reply, noHeaders);
}

function end(exchange: Exchange, how: ExchangeEnd, begun: number, { tellEnd }: ServiceOptions): void {
  const { entry, state } = exchange;
  entry.end = how;
  entry.endedAt = state.clock.now();
  state.journal.close(entry);
  tellEnd(exchange, monotonicSeconds() - begun);
}

const noHeaders: readonly string[] = [];
const noBytes = Buffer.alloc(0);
const noBody: BodyReading = { kind: 'whole', bytes: noBytes };

function beginExchange(
  request: ServiceRequest,
  response: ServerResponse,
  environments: Environments,
  head: RequestHead,
  reading: Exclude<BodyReading, { kind: 'aborted' }>,
): Exchange {
  const target = matchRoute(request.url);
  const known = target.environment === undefined ? undefined : environments.get(target.environment);
  const route = known === undefined ? { ...target, path: undefined } : target;
  const environment = known ?? environments.production;
  const { state } = environment;
  const number = ++state.counts.requests;
  const answers = state.answers.forRequest(number);
  const reliedOn: GapKey[] = [];
  const body = reading.kind === 'whole' ? reading.bytes : noBytes;
  const bodyLength = reading.kind === 'whole' ? body.length : largestBody + 1;
  const begunAt = state.clock.now();
  return {
    request,
    response,
    route,
    head,
    body,
    tooLarge: reading.kind === 'too-large' && target.path === 'messages',
    environment,
    state,
    number,
    answers,
    reliedOn,
    entry: entryOf({ number, begunAt, request, route, body, bodyLength, answers, reliedOn }),
    staleList: undefined,
  };
}

type ExtraHeaders = (exchange: Exchange) => readonly string[];

function respond(exchange: Exchange, extraHeaders: ExtraHeaders): Eventual<ExchangeEnd> {
  if (exchange.state.faults.any) return disturbedExchange(exchange, extraHeaders);
  return whenThere(answer(exchange), (reply) => write(exchange, reply, extraHeaders));
}

function write(
  exchange: Exchange,
  reply: Reply | undefined,
  extraHeaders: ExtraHeaders,
): Eventual<ExchangeEnd> {
  if (reply === undefined) return 'client-gone';
  const { response, entry } = exchange;
  const extra = extraHeaders(exchange);
  keepReply(entry, reply, extra);
  const writing = writeReply(response, reply, extra);
  return writing === undefined ? endOfWriting(response) : writing.then(() => endOfWriting(response));
}

function headersWithGaps(exchange: Exchange): readonly string[] {
  const cors = corsHeaders(exchange);
  const relied = [...new Set(exchange.reliedOn)].map((key) => `${key}=${exchange.answers[key]}`);
  return relied.length === 0 ? cors : [...cors, 'Sim-Gaps', relied.join(', ')];
}
