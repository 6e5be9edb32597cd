import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { PathName } from '../environment/operation.ts';
import { namesOneHost } from '../server/request-head.ts';
import { choice, type Exchange } from './exchange.ts';
import { answerOptions, refuseMethod } from './method-responses.ts';
import { cancelOrder } from './operations/cancel-order.ts';
import { getPet } from './operations/get-pet.ts';
import { listOrders } from './operations/list-orders.ts';
import { postMessage } from './operations/post-message.ts';
import { refuse } from './refusal.ts';
import { unauthorized } from './refuse-key.ts';
import { methodsOfPath } from './route.ts';
import type { ServiceResponse } from './service-response.ts';

/** The service's own answer to a request, whatever it is; undefined where its client has gone while it was held. */
export function answer(exchange: Exchange): MaybePromise<ServiceResponse | undefined> {
  const { request, route, head } = exchange;
  if (exchange.tooLarge) return refuse(exchange, 'content_too_large');
  if (!namesOneHost(head, request.httpVersion)) return refuse(exchange, 'bad_request');
  const path =
    route.path === 'order' && route.parameter === '' && request.method !== 'DELETE' ? undefined : route.path;
  if (path === undefined) return refuseUnknownPath(exchange);
  if (request.method === 'OPTIONS') return answerOptions(exchange, path);
  if (!methodsOfPath[path].includes(request.method)) return refuseMethod(exchange, path);
  if (path === 'orders' && request.method === 'HEAD' && choice(exchange, 'head-list') !== 'as-get') {
    return refuseMethod(exchange, path);
  }
  return unauthorized(exchange) ?? operate(exchange, path);
}

function operate(exchange: Exchange, path: PathName): MaybePromise<ServiceResponse | undefined> {
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

function refuseUnknownPath(exchange: Exchange): ServiceResponse {
  const keyFirst = choice(exchange, 'unknown-path') === 'unauthorized-first';
  return (keyFirst ? unauthorized(exchange) : undefined) ?? refuse(exchange, 'not_found');
}
