import { createServer } from 'node:http';
import { type ServedHere, serveHere } from '../../support/serve-here.ts';

/** The only key that the tiny service accepts. */
export const serverKey = 'Secret-key-of-the-shop-1';

/** An order of the tiny service: its JSON text in the list, and its state. */
export type TinyOrder = {
  readonly id: string;
  readonly text: string;
  state: 'pending' | 'shipped' | 'cancelled';
};

/** A request as the tiny service sees it. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  /** From `/store/orders/{orderId}`. */
  readonly orderId: string | undefined;
  /** How often this request was received, this time included. */
  readonly times: number;
  /** Counts all requests from 1. */
  readonly number: number;
};

/** A response before it is written. Content-Length is added unless it or Transfer-Encoding is given. */
export type Wire = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Buffer | undefined;
  /** Written instead of the fields above. */
  readonly raw?: string | Buffer;
  /** No response: the socket is closed. */
  readonly silent?: true;
};

/** What a changed server does differently. */
export type Twist = {
  readonly basePath?: string;
  /** The orders at the start, instead of `tinyOrders`. */
  readonly orders?: () => TinyOrder[];
  readonly authorized?: (request: SeenRequest, honest: boolean) => boolean;
  /** The orders in the list. */
  readonly list?: (orders: readonly TinyOrder[], request: SeenRequest) => readonly TinyOrder[];
  /** Decides a cancel instead of the honest server; undefined leaves the decision to it. */
  readonly cancel?: (order: TinyOrder | undefined, request: SeenRequest) => number | undefined;
  /** The id that it takes the id in the path of a cancel for. */
  readonly readId?: (id: string) => string;
  /** Changes every response at the end. */
  readonly wire?: (wire: Wire, request: SeenRequest) => Wire;
};

/** An order of the tiny service with every field. */
export function tinyOrder(
  id: string,
  state: TinyOrder['state'],
  fields: Record<string, unknown> = {},
): TinyOrder {
  const rest = { petId: 7, quantity: 2, shipDate: '2026-01-20T10:00:00Z', complete: false, ...fields };
  return { id, state, text: `{"id":${id},${JSON.stringify(rest).slice(1)}` };
}

/** Pending 101, 102 and 9007199254740993; shipped 201 and 202. */
export function tinyOrders(): TinyOrder[] {
  return [
    tinyOrder('101', 'pending'),
    tinyOrder('201', 'shipped', { complete: true }),
    tinyOrder('9007199254740993', 'pending', { petId: 8 }),
    tinyOrder('102', 'pending', { quantity: 1 }),
    tinyOrder('202', 'shipped'),
  ];
}

const json: readonly [string, string] = ['Content-Type', 'application/json'];

/** An Error response as specified. */
export function errorWire(status: number, code: string, message: string): Wire {
  const challenge: [string, string][] = status === 401 ? [['WWW-Authenticate', 'Bearer']] : [];
  return { status, headers: [json, ...challenge], body: JSON.stringify({ code, message, status }) };
}

/** The tiny service without a socket. */
export type TinyService = {
  respond(incoming: Incoming): Wire;
  /** All received requests, in order. */
  readonly requests: readonly SeenRequest[];
};

type Incoming = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly authorization: string | undefined;
};

/** Creates a tiny service that is honest except for the twist. */
export function createTinyService(twist: Twist = {}): TinyService {
  const basePath = twist.basePath ?? '/v1';
  const orders = twist.orders?.() ?? tinyOrders();
  const requests: SeenRequest[] = [];
  return {
    requests,
    respond(incoming) {
      const request = seenRequest(incoming, basePath, requests);
      requests.push(request);
      const wire = respond(request, orders, twist);
      return twist.wire?.(wire, request) ?? wire;
    },
  };
}

/** Starts a tiny service on a free port of 127.0.0.1. It is honest except for the twist. Each response ends its connection. */
export async function startTinyServer(
  twist: Twist = {},
): Promise<ServedHere & Pick<TinyService, 'requests'> & { readonly url: string }> {
  const { respond, requests } = createTinyService(twist);
  const server = createServer(({ method = '', url: target = '', headers: { authorization }, socket }) => {
    const wire = respond({ method, target, authorization });
    if (wire.silent === true) socket.destroy();
    else socket.end(bytesOf(wire));
  });
  const served = await serveHere(server);
  return { ...served, url: served.origin + (twist.basePath ?? '/v1'), requests };
}

/** Returns the bytes of a response. */
export function bytesOf(wire: Wire): Buffer {
  return wire.raw === undefined ? writeWire(wire) : Buffer.from(wire.raw);
}

function seenRequest(incoming: Incoming, basePath: string, earlier: readonly SeenRequest[]): SeenRequest {
  const { method, target, authorization } = incoming;
  const [path = '', query = ''] = target.split('?');
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
  const seen = { method, path: below ?? `outside ${path}`, query: new URLSearchParams(query), authorization };
  const same = earlier.filter(
    (other) =>
      other.method === method &&
      other.path === seen.path &&
      other.query.size === seen.query.size &&
      other.authorization === authorization,
  );
  return {
    ...seen,
    times: same.length + 1,
    number: earlier.length + 1,
    orderId: below === undefined ? undefined : /^\/store\/orders\/(-?[0-9]+)$/.exec(below)?.[1],
  };
}

function respond(request: SeenRequest, orders: TinyOrder[], twist: Twist): Wire {
  const honest = request.authorization === `Bearer ${serverKey}`;
  if (!(twist.authorized?.(request, honest) ?? honest))
    return errorWire(401, 'unauthorized', 'The API key is missing or invalid.');
  if (request.method === 'GET' && request.path === '/store/orders') {
    const shown = twist.list?.(orders, request) ?? orders;
    return { status: 200, headers: [json], body: `[${shown.map(({ text }) => text).join(',')}]` };
  }
  if (request.method === 'DELETE' && request.orderId !== undefined) return cancel(request, orders, twist);
  return errorWire(404, 'not_found', 'There is nothing here.');
}

function cancel(request: SeenRequest, orders: TinyOrder[], twist: Twist): Wire {
  const { orderId = '' } = request;
  const read = twist.readId?.(orderId) ?? orderId;
  const order = orders.find(({ id }) => id === read);
  const honest = order === undefined ? 404 : order.state === 'pending' ? 204 : 409;
  const status = twist.cancel?.(order, request) ?? honest;
  if (status === 204 && order !== undefined) order.state = 'cancelled';
  if (status === 204 || status === 409) return { status, headers: [], body: undefined };
  if (status === 401) return errorWire(401, 'unauthorized', 'The API key is missing or invalid.');
  return errorWire(status, status === 404 ? 'order_not_found' : 'refused', 'The order was not cancelled.');
}

/** Writes a response as bytes. */
export function writeWire({ status, headers, body }: Wire): Buffer {
  const content = Buffer.from(body ?? '');
  const framed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const own: [string, string][] =
    framed || status === 204 ? [] : [['Content-Length', String(content.length)]];
  const lines = [...headers, ...own, ['Connection', 'close'] as const].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`, 'latin1'), content]);
}
