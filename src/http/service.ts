import type { Request, Response } from 'express';
import { monotonicSeconds } from '../simulation/clock.ts';
import type { Environments } from '../simulation/environments.ts';
import type { GapKey } from '../simulation/gaps/gaps.ts';
import type { ExchangeEnd } from '../simulation/journal/journal-entry.ts';
import { answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { disturbedExchange } from './faults/disturbed-exchange.ts';
import { endOfWriting, entryOf, keepReply } from './journal-exchange.ts';
import { corsHeaders } from './method-answers.ts';
import type { Reply } from './reply.ts';
import { type BodyReading, largestBody, readBody } from './request-body.ts';
import { namesOneHost, type RequestHead, readRequestHead } from './request-head.ts';
import { matchRoute } from './route.ts';
import type { Traffic } from './traffic.ts';
import { writeReply } from './write-reply.ts';

/** What the service does beyond answering. */
export type ServiceOptions = {
  /** Shows the gaps that an answer relied on in a header `Sim-Gaps`. */
  readonly gapsHeader: boolean;
  /** Where every answer is counted. */
  readonly traffic: Traffic;
};

/** Answers one request of the service, whatever it is. Spec 4 and 5, and the quickstart of 4.4. */
export async function serve(
  request: Request,
  response: Response,
  environments: Environments,
  options: ServiceOptions,
): Promise<void> {
  const begun = monotonicSeconds();
  const head = readRequestHead(request.rawHeaders);
  // Who is refused for their Host is not waited for: their body may never come.
  const foreign = !namesOneHost(head, request.httpVersion);
  const body = head.hasBody && !foreign ? await readBody(request) : noBody;
  if (body.kind === 'aborted') return;
  if (body.kind === 'too-large' || foreign) response.shouldKeepAlive = false;
  const exchange = beginExchange(request, response, environments, head, body);
  const { entry, state } = exchange;
  state.journal.open(entry);
  let end: ExchangeEnd = 'failed';
  try {
    const ending = respond(exchange, options.gapsHeader ? headersWithGaps : corsHeaders);
    // Most exchanges end without waiting for anything; the others say so by a promise.
    end = ending instanceof Promise ? await ending : ending;
  } finally {
    entry.end = end;
    entry.endedAt = state.clock.now();
    state.journal.close(entry);
    options.traffic.count({
      operation: entry.operation ?? 'none',
      status: entry.status ?? 0,
      seconds: monotonicSeconds() - begun,
      faultsFired: entry.faults.length,
    });
  }
}

const noBytes = Buffer.alloc(0);
const noBody: BodyReading = { kind: 'whole', bytes: noBytes };

function beginExchange(
  request: Request,
  response: Response,
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

function respond(exchange: Exchange, extraHeaders: ExtraHeaders): ExchangeEnd | Promise<ExchangeEnd> {
  if (exchange.state.faults.any) return disturbedExchange(exchange, extraHeaders);
  const reply = answer(exchange);
  return reply instanceof Promise
    ? reply.then((one) => write(exchange, one, extraHeaders))
    : write(exchange, reply, extraHeaders);
}

function write(
  exchange: Exchange,
  reply: Reply | undefined,
  extraHeaders: ExtraHeaders,
): ExchangeEnd | Promise<ExchangeEnd> {
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
