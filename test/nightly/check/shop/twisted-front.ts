import type { PlacedOrder } from '../../../../src/simulator/orders/order-store.ts';
import {
  decidedWire,
  type Incoming,
  type SeenRequest,
  seenRequest,
  serverKey,
  type TinyOrder,
  type Twist,
  tinyOrders,
  type Wire,
} from '../../../check/mutants/honest-server.ts';
import { placed } from '../../../support/an-environment.ts';
import { type Behind, type Front, orderTexts, type ShopResponse, shopKey } from './open-shop.ts';

/** The orders of a tiny service as those of a simulator. */
export function placedOrders({ orders = tinyOrders }: Twist): PlacedOrder[] {
  return orders().map(({ id, state, text }) => {
    const { petId, quantity, shipDate, complete } = JSON.parse(text);
    const fields = { petId: BigInt(petId), quantity: BigInt(quantity), shipDate, complete };
    return placed(BigInt(id), state, fields);
  });
}

/** A simulator that is changed as a tiny service is, and has its key. */
export function twistedFront(twist: Twist): Front {
  const requests: SeenRequest[] = [];
  const orders = new Map<string, TinyOrder>();
  return async (incoming, behind) => {
    const request = seenRequest(incoming, '/v1', requests);
    requests.push(request);
    const wire = await decide(twist, incoming, request, behind, orders);
    return twist.wire?.(wire, request) ?? wire;
  };
}

async function decide(
  twist: Twist,
  incoming: Incoming,
  request: SeenRequest,
  behind: Behind,
  orders: Map<string, TinyOrder>,
): Promise<Wire> {
  const honest = incoming.authorization === `Bearer ${serverKey}`;
  const isAuthorized = twist.authorized?.(request, honest) ?? honest;
  const respond = () => behind.respond({ ...incoming, authorization: isAuthorized ? shopKey : undefined });
  if (!isAuthorized) return respond();
  if (request.orderId !== undefined) {
    const order = orderOf(request.orderId, behind, orders);
    const status = twist.cancel?.(order, request);
    if (status !== undefined && status !== 204) return decidedWire(status);
    const response = await respond();
    return status === 204 ? decidedWire(status) : response;
  }
  const response = await respond();
  return response.status === 200 ? listed(twist, response, request, behind, orders) : response;
}

/** An order of the store with its present state. */
function orderOf(id: string, { store }: Behind, orders: Map<string, TinyOrder>): TinyOrder | undefined {
  const state = store.get(BigInt(id))?.status;
  if (state === undefined) return undefined;
  const order = orders.get(id) ?? { id, text: '', state };
  order.state = state;
  orders.set(id, order);
  return order;
}

/** The list of the simulator, changed. Orders that it leaves out are shown to the twist, and stay left out. */
function listed(
  { list }: Twist,
  response: ShopResponse,
  request: SeenRequest,
  behind: Behind,
  orders: Map<string, TinyOrder>,
): Wire {
  if (list === undefined) return response;
  const shown = orderTexts(response).map(({ id, text }) => {
    const order = id === '' ? undefined : orderOf(id, behind, orders);
    return order === undefined ? ({ id, text, state: 'pending' } as const) : Object.assign(order, { text });
  });
  const hidden = [...orders.keys()].filter((id) => !shown.some((one) => one.id === id));
  const others = hidden.flatMap((id) => orderOf(id, behind, orders) ?? []);
  const left = list([...shown, ...others], request).filter(({ id }) => !hidden.includes(id));
  return { ...response, body: `[${left.map(({ text }) => text).join(',')}]` };
}
