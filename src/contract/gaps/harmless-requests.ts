import type { PlannedRequest } from '../exchange.ts';
import type { Level } from '../report.ts';

/** A path below the base address that no order can have: an order id is a decimal int64. Spec 4.2. */
export const pathOfNoOrder = '/store/orders/not-an-order-id';

/**
 * Returns why a request that only shows a gap may not be sent; undefined if it may. Such a request changes nothing: its method
 * is safe (RFC 9110, 9.2.1), or it is a DELETE of a path that no order can have. Level `observe` permits only lists.
 */
export function whyNotHarmless({ method, path }: PlannedRequest, level: Level): string | undefined {
  if (method === 'GET' && path === '/store/orders') return undefined;
  if (level === 'observe') return 'level observe only reads the list; levels probe and cancel send more';
  const safe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const harmless = safe || (method === 'DELETE' && path === pathOfNoOrder);
  return harmless ? undefined : `a ${method} of ${path} may change something`;
}
