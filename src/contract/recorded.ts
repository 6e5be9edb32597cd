import { hash } from 'node:crypto';
import { type RequestKey, validKey } from './api-key.ts';
import { type Exchange, headerValues } from './exchange.ts';
import type { Operation } from './history/operation.ts';
import { hasDouble, type ReadOrderList } from './judge/order-list.ts';

/** An exchange of the contract that others had: read from a recording, or forwarded by a proxy. */
export type RecordedExchange = ReturnType<typeof askedFor> & {
  readonly exchange: Exchange;
  /** When the response was complete, in milliseconds since 1970. */
  readonly endedAt: number;
  /** Whether all headers of the response are known. Only then is a header that is not there missing. */
  readonly headersKnown: boolean;
  readonly framingKnown: boolean;
};

/**
 * Returns the key of a request with an Authorization header. A bearer token is valid unless the response is a 401; another
 * scheme or an empty token is always invalid.
 */
export function keyOf(authorization: string, refused: boolean): RequestKey {
  if (!/^bearer(?:\s|$)/i.test(authorization)) return { kind: 'invalid', how: 'other-scheme' };
  if (/^bearer\s*$/i.test(authorization)) return { kind: 'invalid', how: 'empty' };
  return refused ? { kind: 'refused' } : validKey;
}

const json = /(?:^|,)\s*(?:\*|application)\/(?:\*|json)\s*(?:;|,|$)/i;

/** Returns what matters of the headers of a request. It contains nothing of their values. */
export function askedFor(headers: readonly (readonly [name: string, value: string])[]) {
  const [authorization = ''] = headerValues(headers, 'authorization');
  const accept = headerValues(headers, 'accept').join(',');
  return {
    /** The same for the requests with the same Authorization header. */
    keyId: hash('sha256', authorization.replace(/^bearer(?=\s)/i, 'Bearer')),
    /** Whether it accepts other media types, and JSON is not among them. */
    noJson: accept.trim() !== '' && !json.test(accept),
  };
}

const maxOrders = 1000;

type CancelledOrder = { readonly store: string; readonly id: bigint; readonly path: string };

/** Returns what recorded exchanges say about orders. Lists are read only for the orders whose cancel got a 204. */
export class RecordedOperations {
  readonly #readList: ReadOrderList;
  readonly #cancelled = new Map<string, CancelledOrder>();

  constructor(readList: ReadOrderList) {
    this.#readList = readList;
  }

  /**
   * Returns what an exchange says, or undefined if it says nothing. Read each one after those that ended before it began.
   *
   * @param basePath tells environments apart
   */
  read({ exchange, keyId, endedAt: end }: RecordedExchange, basePath: string): Operation | undefined {
    const { number, request, outcome, startedAt: begin } = exchange;
    if (outcome.kind === 'failed' || request.key.kind !== 'valid') return undefined;
    const { status, body } = outcome.response;
    const common = { begin, end, exchange: number };
    const store = `${keyId} ${basePath}`;
    if (request.operationId === 'cancelOrder') {
      if (status === 204) this.#remember(store, request.path, basePath);
      return { ...common, kind: 'cancel', order: basePath + request.path, status };
    }
    const known = [...this.#cancelled.values()].filter((order) => order.store === store);
    if (known.length === 0 || status !== 200 || request.query !== '') return undefined;
    const list = this.#readList(body);
    if (list.kind === 'unreadable') return undefined;
    const pathsOf = (has: (id: bigint) => boolean): string[] =>
      known.filter(({ id }) => has(id)).map(({ path }) => path);
    return {
      ...common,
      kind: 'list',
      orders: pathsOf((id) => list.ids.has(id)),
      // An order without an id, or with a rounded one, may be the one that is missing.
      without: list.withoutId > 0 ? [] : pathsOf((id) => !hasDouble(list, id)),
    };
  }

  clear(): void {
    this.#cancelled.clear();
  }

  #remember(store: string, path: string, basePath: string): void {
    const id = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/.exec(path)?.[1];
    if (id === undefined || this.#cancelled.size >= maxOrders) return;
    this.#cancelled.set(`${store} ${id}`, { store, id: BigInt(id), path: basePath + path });
  }
}
