import type { ServerResponse } from 'node:http';
import { andThen, type MaybePromise } from '../../shared/maybe-promise.ts';
import { monotonicSeconds } from '../environment/clock.ts';
import type { Environments } from '../environment/environments.ts';
import type { GapKey } from '../environment/gaps/gaps.ts';
import { type BodyReading, largestBody, readBody } from '../server/request-body.ts';
import { namesOneHost, type RequestHead, readRequestHead } from '../server/request-head.ts';
import { conductExchange, type ServiceOptions } from './conduct-exchange.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';
import type { GatherWrite } from './gather-writes.ts';
import { entryOf } from './journal-exchange.ts';
import { matchRoute } from './route.ts';

/** What all requests of a service share. */
export type Service = {
  readonly environments: Environments;
  readonly options: ServiceOptions;
  readonly gatherWrite: GatherWrite;
};

/**
 * Choices one request of the service, whatever it is. Spec 4 and 5, and the quickstart of 4.4. A promise is answered
 * where there is something to wait for before the answer: a body, a store, a fault.
 */
export function serve(
  request: ServiceRequest,
  response: ServerResponse,
  { environments, options, gatherWrite }: Service,
): MaybePromise<void> {
  const begun = monotonicSeconds();
  const head = readRequestHead(request.rawHeaders);
  // Who is refused for their Host is not waited for: their body may never come.
  const foreign = !namesOneHost(head, request.httpVersion);
  return andThen(head.hasBody && !foreign ? readBody(request) : noBody, (body) => {
    if (body.kind === 'aborted') return;
    if (body.kind === 'too-large' || foreign) response.shouldKeepAlive = false;
    const exchange = beginExchange(request, response, environments, head, body);
    return conductExchange(exchange, begun, options, gatherWrite);
  });
}

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
  const answers = state.choices.forRequest(number);
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
