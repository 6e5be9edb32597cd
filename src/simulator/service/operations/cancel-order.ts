import { andThen, type MaybePromise } from '../../../shared/maybe-promise.ts';
import type { Passage } from '../../environment/gates/gates.ts';
import { readOrderId } from '../../orders/order-id.ts';
import type { CancelOutcome } from '../../orders/order-store.ts';
import type { ErrorCode } from '../../server/error-catalogue.ts';
import { errorCatalogue } from '../../server/error-catalogue.ts';
import { choice, type Exchange } from '../exchange.ts';
import { goneSignal } from '../gone-signal.ts';
import { refuse } from '../refusal.ts';
import { type ServiceResponse, textBody } from '../service-response.ts';

const noContent: ServiceResponse = { status: 204, headers: [] };

/**
 * DELETE /store/orders/{orderId}: cancels a pending order. Spec 3 and 4.2, operation cancelOrder. Undefined, with nothing
 * changed, where the client went away while a gate held the request.
 */
export function cancelOrder(exchange: Exchange): MaybePromise<ServiceResponse | undefined> {
  const reading = readOrderId(exchange.route.parameter);
  if (reading.kind === 'malformed') return refuseMalformed(exchange);
  return exchange.state.gates.any ? cancelBehindGates(exchange, reading.id) : cancel(exchange, reading.id);
}

async function cancelBehindGates(exchange: Exchange, orderId: bigint): Promise<ServiceResponse | undefined> {
  const passage = await passGates(exchange, orderId);
  if (passage.kind === 'gone') return undefined;
  try {
    return await cancel(exchange, orderId);
  } finally {
    passage.done();
  }
}

function passGates(exchange: Exchange, orderId: bigint): Promise<Passage> {
  const { state, entry, response } = exchange;
  return state.gates.pass({ exchange: entry.number, orderId }, goneSignal(response), (gate) => {
    entry.gate = gate;
  });
}

function cancel(exchange: Exchange, orderId: bigint): MaybePromise<ServiceResponse> {
  const { state } = exchange;
  if (!state.shipping.any) return cancelNow(exchange, orderId);
  return state.shipping
    .shipDue(state.clock.now(), state.counts.lists)
    .then(() => cancelNow(exchange, orderId));
}

function cancelNow(exchange: Exchange, orderId: bigint): MaybePromise<ServiceResponse> {
  const { state, answers, entry } = exchange;
  return andThen(state.store.cancel(orderId), (outcome) => {
    entry.cancel = outcome.kind;
    if (outcome.kind === 'cancelled')
      state.listLag.cancelled(orderId, answers['list-lag'], state.clock.now(), state.counts.lists);
    return replyTo(exchange, outcome);
  });
}

function replyTo(exchange: Exchange, outcome: CancelOutcome): ServiceResponse {
  switch (outcome.kind) {
    case 'cancelled':
      return noContent;
    case 'already-shipped':
      return conflict(exchange, 'order_already_shipped');
    case 'already-cancelled':
      return cancelledAgain(exchange);
    case 'unknown':
      return refuse(exchange, 'order_not_found');
  }
}

function cancelledAgain(exchange: Exchange): ServiceResponse {
  switch (choice(exchange, 'cancel-again')) {
    case 'conflict':
      return conflict(exchange, 'order_already_cancelled');
    case 'not-found':
      return refuse(exchange, 'order_not_found');
    case 'no-content':
      return noContent;
  }
}

function conflict(exchange: Exchange, code: ErrorCode): ServiceResponse {
  switch (choice(exchange, 'conflict-body')) {
    case 'empty':
      return { status: 409, headers: [] };
    case 'error':
      return refuse(exchange, code);
    case 'text':
      return {
        status: 409,
        headers: ['Content-Type', 'text/plain; charset=utf-8'],
        body: textBody(errorCatalogue[code].message),
      };
  }
}

function refuseMalformed(exchange: Exchange): ServiceResponse {
  switch (choice(exchange, 'malformed-order-id')) {
    case 'not-found':
      return refuse(exchange, 'order_not_found');
    case 'bad-request':
      return refuse(exchange, 'malformed_order_id');
    case 'unprocessable':
      return refuse(exchange, 'unprocessable_order_id');
  }
}
