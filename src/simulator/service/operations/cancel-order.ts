import { clientGone } from '../../../http/client-connection.ts';
import { type ErrorCode, errorCatalogue } from '../../../http/error-catalogue.ts';
import { readOrderId } from '../../../order-id.ts';
import type { RefusalReason } from '../../environment/journal/refusal-reason.ts';
import type { CancelOutcome } from '../../orders/order-store.ts';
import { choice, type Exchange } from '../exchange.ts';
import { refuse } from '../refuse.ts';
import { type ServiceResponse, textBody } from '../service-response.ts';

const noContent: ServiceResponse = { status: 204, headers: [] };

/**
 * DELETE /store/orders/{orderId}: cancels a pending order. Spec 3 and 4.2, operation cancelOrder. Returns undefined, with nothing
 * changed, if the client left while a hold stopped the request.
 */
export async function cancelOrder(exchange: Exchange): Promise<ServiceResponse | undefined> {
  const reading = readOrderId(exchange.route.parameter);
  if (reading.kind === 'malformed')
    return refuse(exchange, malformedCodes[choice(exchange, 'malformed-order-id')], 'malformed-id');
  const { state, entry, res } = exchange;
  const hold = state.holds.find(reading.id);
  if (hold === undefined) return commit(exchange, reading.id);
  entry.gate = hold.id;
  const request = { exchange: entry.number, orderId: reading.id };
  return state.holds.stop(hold, request, () => commit(exchange, reading.id), clientGone(res));
}

/** Ships the orders that are due, then cancels: nothing comes between the read, the decision and the write of the store. */
function commit(exchange: Exchange, orderId: bigint): ServiceResponse {
  const { state, entry } = exchange;
  state.shipDue();
  const lags = entry.choices['cancelled-in-list'] === 'remove';
  const outcome = state.cancel(orderId, lags ? entry.choices['list-lag'] : undefined);
  entry.cancel = outcome.kind;
  // The cancel relies on the lag, because only its request knows it; lists show the consequence.
  if (lags && outcome.kind === 'cancelled') choice(exchange, 'list-lag');
  return respondTo(exchange, outcome);
}

function respondTo(exchange: Exchange, outcome: CancelOutcome): ServiceResponse {
  switch (outcome.kind) {
    case 'cancelled':
      return noContent;
    case 'already-shipped':
      return conflict(exchange, 'order_already_shipped', 'already-shipped');
    case 'already-cancelled':
      return respondToSecondCancel(exchange);
    case 'unknown':
      return refuse(exchange, 'order_not_found', 'unknown');
  }
}

function respondToSecondCancel(exchange: Exchange): ServiceResponse {
  switch (choice(exchange, 'cancel-again')) {
    case 'conflict':
      return conflict(exchange, 'order_already_cancelled', 'already-cancelled');
    case 'not-found':
      return refuse(exchange, 'order_not_found', 'already-cancelled');
    case 'no-content':
      return noContent;
  }
}

/** Responds with 409: gap `conflict-body`. */
function conflict(exchange: Exchange, code: ErrorCode, reason: RefusalReason): ServiceResponse {
  exchange.entry.reason = reason;
  switch (choice(exchange, 'conflict-body')) {
    case 'empty':
      return { status: 409, headers: [] };
    case 'error':
      return refuse(exchange, code, reason);
    case 'text':
      return {
        status: 409,
        headers: ['Content-Type', 'text/plain; charset=utf-8'],
        body: textBody(errorCatalogue[code].message),
      };
  }
}

const malformedCodes = {
  'not-found': 'order_not_found',
  'bad-request': 'malformed_order_id',
  unprocessable: 'unprocessable_order_id',
} as const;
