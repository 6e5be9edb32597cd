import type { Eventual } from '../orders/eventual.ts';
import type { PathName } from '../simulation/operation.ts';
import { cancelOrder } from './cancel-order.ts';
import { answerTo, type Exchange } from './exchange.ts';
import { getPet } from './get-pet.ts';
import { listOrders } from './list-orders.ts';
import { answerOptions, refuseMethod } from './method-answers.ts';
import { postMessage } from './post-message.ts';
import { refuse } from './refusal.ts';
import { unauthorized } from './refuse-key.ts';
import type { Reply } from './reply.ts';
import { namesOneHost } from './request-head.ts';
import { methodsOfPath } from './route.ts';

/** The service's own answer to a request, whatever it is; undefined where its client has gone while it was held. */
export function answer(exchange: Exchange): Eventual<Reply | undefined> {
  const { request, route, head } = exchange;
  if (exchange.tooLarge) return refuse(exchange, 'content_too_large');
  if (!namesOneHost(head, request.httpVersion)) return refuse(exchange, 'bad_request');
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

function operate(exchange: Exchange, path: PathName): Eventual<Reply | undefined> {
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

function refuseUnknownPath(exchange: Exchange): Reply {
  const keyFirst = answerTo(exchange, 'unknown-path') === 'unauthorized-first';
  return (keyFirst ? unauthorized(exchange) : undefined) ?? refuse(exchange, 'not_found');
}
