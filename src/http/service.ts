import type { Request, Response } from 'express';
import { monotonicSeconds } from '../simulation/clock.ts';
import type { Environments } from '../simulation/environments.ts';
import type { PathName } from '../simulation/operation.ts';
import { authorize } from './authorization.ts';
import { cancelOrder } from './cancel-order.ts';
import { answerTo, type Exchange } from './exchange.ts';
import { getPet } from './get-pet.ts';
import { listOrders } from './list-orders.ts';
import { answerOptions, corsHeaders, refuseMethod } from './method-answers.ts';
import { postMessage } from './post-message.ts';
import { refuse } from './refusal.ts';
import type { Reply } from './reply.ts';
import { readBody } from './request-body.ts';
import { readRequestHead } from './request-head.ts';
import { matchRoute, methodsOfPath } from './route.ts';
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
  const route = matchRoute(request.url);
  const head = readRequestHead(request.rawHeaders);
  const body = head.hasBody ? await readBody(request) : ({ kind: 'whole', bytes: noBytes } as const);
  if (body.kind === 'aborted') return;
  if (body.kind === 'too-large') response.shouldKeepAlive = false;
  const known = route.environment === undefined ? undefined : environments.get(route.environment);
  const environment = known ?? environments.production;
  const { state } = environment;
  const number = ++state.counts.requests;
  const exchange: Exchange = {
    request,
    response,
    route: known === undefined ? { ...route, path: undefined } : route,
    head,
    body: body.kind === 'whole' ? body.bytes : noBytes,
    environment,
    state,
    number,
    answers: state.answers.forRequest(number),
    reliedOn: [],
  };
  const tooLarge = body.kind === 'too-large' && route.path === 'messages';
  const reply = tooLarge ? refuse(exchange, 'content_too_large') : await answer(exchange);
  await writeReply(response, reply, [
    ...corsHeaders(exchange),
    ...(options.gapsHeader ? gapsHeader(exchange) : []),
  ]);
  const seconds = monotonicSeconds() - begun;
  options.traffic.count({
    operation: exchange.route.path ?? 'none',
    status: reply.status,
    seconds,
    faultsFired: 0,
  });
}

const noBytes = Buffer.alloc(0);

async function answer(exchange: Exchange): Promise<Reply> {
  const { request, route, head } = exchange;
  if (head.hosts > 1 || (head.hosts === 0 && request.httpVersion === '1.1'))
    return refuse(exchange, 'bad_request');
  const path =
    route.path === 'order' && route.parameter === '' && request.method !== 'DELETE' ? undefined : route.path;
  if (path === undefined) return refuseUnknownPath(exchange);
  if (request.method === 'OPTIONS') return answerOptions(exchange, path);
  if (!methodsOfPath[path].includes(request.method)) return refuseMethod(exchange, path);
  if (path === 'orders' && request.method === 'HEAD' && answerTo(exchange, 'head-list') !== 'as-get') {
    return refuseMethod(exchange, path);
  }
  return unauthorized(exchange) ?? operate(exchange, path);
}

function operate(exchange: Exchange, path: PathName): Reply | Promise<Reply> {
  switch (path) {
    case 'orders':
      return listOrders(exchange);
    case 'order':
      return cancelOrder(exchange);
    case 'pet':
      return getPet(exchange);
    case 'messages':
      return postMessage(exchange);
  }
}

/** The 401 of a request without a valid key, which comes before anything else on an operation. Spec 5.2 and 5.4. */
function unauthorized(exchange: Exchange): Reply | undefined {
  const exact = exchange.answers['bearer-case'] === 'exact';
  const authorization = authorize(exchange.head.authorizations, exchange.state.keys, exact);
  if (authorization.kind === 'accepted') return undefined;
  if (answerTo(exchange, 'www-authenticate') === 'none') return refuse(exchange, 'unauthorized');
  const challenge = authorization.tokenSent ? 'Bearer error="invalid_token"' : 'Bearer';
  return refuse(exchange, 'unauthorized', ['WWW-Authenticate', challenge]);
}

function refuseUnknownPath(exchange: Exchange): Reply {
  const keyFirst = answerTo(exchange, 'unknown-path') === 'unauthorized-first';
  return (keyFirst ? unauthorized(exchange) : undefined) ?? refuse(exchange, 'not_found');
}

function gapsHeader(exchange: Exchange): readonly string[] {
  const relied = [...new Set(exchange.reliedOn)].map((key) => `${key}=${exchange.answers[key]}`);
  return relied.length === 0 ? [] : ['Sim-Gaps', relied.join(', ')];
}
