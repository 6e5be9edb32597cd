import { type Clock, machineClock } from '../../../src/clock.ts';
import { slowMs } from '../../../src/matrix/plan/fault-points.ts';
import { type Access, fail, type Order } from './bench-client.ts';

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

/** A time limit that is disposed of with its request. */
export type Patience = Disposable & { readonly signal: AbortSignal };

const stepMs = 50;

/**
 * Starts a time limit that counts only the turns of this process in which a simulator delays a response: however slow the
 * machine is, no other response is late.
 *
 * @param isDelayed whether it delays one now
 */
export function startPatience(ms: number | undefined, isDelayed: () => boolean = () => true): Patience {
  const end = new AbortController();
  let left = ms ?? Number.POSITIVE_INFINITY;
  const step = setInterval(() => {
    if (isDelayed()) left -= stepMs;
    if (left <= 0) end.abort(new Error(`no response for ${ms} ms`));
  }, stepMs).unref();
  return { signal: end.signal, [Symbol.dispose]: () => clearInterval(step) };
}

/** Creates a clock for a simulator that knows whether the fault point `slow` delays a response. */
export function createDelayClock(): Clock & { readonly isDelayed: () => boolean } {
  let delays = 0;
  return {
    ...machineClock,
    sleep: async (ms, signal) => {
      const delay = ms === slowMs ? 1 : 0;
      delays += delay;
      await machineClock.sleep(ms, signal);
      delays -= delay;
    },
    isDelayed: () => delays > 0,
  };
}
