import { type Access, fail, type Order } from './bench-client.ts';
import { startPatience } from './patience.ts';

/** Sends a request with the key, once, and has no plan for faults. */
export async function send(
  { origin, apiKey, isDelayed }: Access,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const all = { Authorization: `Bearer ${apiKey}`, ...headers };
  using patience = startPatience(1500, isDelayed);
  return await fetch(`${origin}/v1${path}`, { method, headers: all, signal: patience.signal });
}

/** Lists the orders, which must succeed. It relies on nothing that is not promised. */
export async function listOrders(
  access: Access,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Order[]> {
  const response = await send(access, 'GET', '/store/orders', headers);
  if (response.status !== 200) fail(`the list has status ${response.status}`);
  return response.json() as Promise<Order[]>;
}

/** Cancels an order and returns the status. */
export async function cancel(access: Access, id: number | string): Promise<number> {
  const response = await send(access, 'DELETE', `/store/orders/${id}`);
  await response.arrayBuffer();
  return response.status;
}

/** Cancels a pending order, which must succeed. */
export async function cancelPending(access: Access, id: number): Promise<void> {
  const status = await cancel(access, id);
  if (status !== 204) fail(`cancelling ${id} has status ${status}`);
}
