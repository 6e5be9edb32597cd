import type { Exchange, PlannedRequest } from '../contract/exchange.ts';
import type { CheckSettings } from './check-settings.ts';
import type { Send } from './connection/sender.ts';

type State = 'pending' | 'shipped' | 'cancelled';

/** An order that is not named, so that the list is not empty. */
const otherOrder = 1n;

/** Creates a target in memory that keeps the contract and has the named orders. A plan sends the requests of a check to it. */
export function createHonestTarget(
  { pendingIds, shippedIds, raceIds }: CheckSettings,
  onRequest: (request: PlannedRequest) => void,
): Send {
  const orders = new Map<bigint, State>([
    [otherOrder, 'pending'],
    ...[...pendingIds, ...raceIds].map((id): [bigint, State] => [id, 'pending']),
    ...shippedIds.map((id): [bigint, State] => [id, 'shipped']),
  ]);
  let number = 0;
  return async (request, barrier): Promise<Exchange> => {
    number += 1;
    onRequest(request);
    await barrier?.arrive();
    const [status, text] = respond(request, orders);
    const body = Buffer.from(text);
    const response = { statusLine: `HTTP/1.1 ${status}`, status, rawHeaders: [], content: body, body };
    const outcome = { kind: 'responded', response: { ...response, faults: [], durationMs: 0 } } as const;
    return { number, request, startedAt: 0, outcome };
  };
}

function respond(
  { method, key, path }: PlannedRequest,
  orders: Map<bigint, State>,
): readonly [status: number, body: string] {
  if (key.kind !== 'valid') return [401, ''];
  if (method === 'GET') return [200, `[${[...orders.keys()].map((id) => `{"id":${id}}`).join(',')}]`];
  const id = /^\/store\/orders\/(-?\d+)$/.exec(path)?.[1];
  const state = id === undefined ? undefined : orders.get(BigInt(id));
  if (id === undefined || state === undefined) return [404, ''];
  if (state !== 'pending') return [409, ''];
  orders.set(BigInt(id), 'cancelled');
  return [204, ''];
}
