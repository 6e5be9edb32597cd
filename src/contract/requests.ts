import { readOrderId } from '../order-id.ts';
import { type RequestKey, validKey } from './api-key.ts';
import type { PlannedRequest } from './exchange.ts';

export function listOrders(key: RequestKey = validKey, query = ''): PlannedRequest {
  return { operationId: 'listOrders', method: 'GET', path: '/store/orders', query, key };
}

/** Returns DELETE /store/orders/{orderId}. */
export function cancelOrder(id: bigint, key: RequestKey = validKey): PlannedRequest {
  return { operationId: 'cancelOrder', method: 'DELETE', path: `/store/orders/${id}`, query: '', key };
}

export function hasMalformedId({ operationId, path }: PlannedRequest): boolean {
  return operationId === 'cancelOrder' && readOrderId(orderIdIn(path)).kind === 'malformed';
}

export function orderIdIn(path: string): string {
  return path
    .slice('/store/orders/'.length)
    .replace(/%(3[0-9]|2d)/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
