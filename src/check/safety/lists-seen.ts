import type { Exchange } from '../../contract/exchange.ts';
import type { OrderList, ReadList, ReadOrderList } from '../../contract/judge/order-list.ts';
import { isBeyondLimit, isSimilar } from './lost-digits.ts';

export type SeenList = ReadList & {
  readonly exchange: number;
  /** When it was requested, in milliseconds since 1970. */
  readonly at: number;
};

/** The newest plain list requested with the valid key, or why it cannot be read. */
export type LatestList = SeenList | { readonly kind: 'unreadable'; readonly why: string };

export type ListsSeen = ReturnType<typeof createListsSeen>;

/** An absent id has at least 9 digits, so that it is rarely a part of another number in a response. */
export const smallestAbsent = 10n ** 8n;

export type Sighting = Pick<SeenList, 'exchange' | 'at' | 'withoutId'> & {
  readonly listed: ReadonlySet<bigint>;
};

/** @param named the orders whose presence in each plain list is remembered */
export function createListsSeen(read: ReadOrderList, named: ReadonlySet<bigint> = new Set()) {
  const ids = new Set<bigint>();
  const bodies: Buffer[] = [];
  const sightings: Sighting[] = [];
  let latest: LatestList = { kind: 'unreadable', why: 'no list was requested yet' };

  /** Remembers what a body contains. Content that is cut short proves nothing absent, but its digits count. */
  const remember = (body: Buffer, list: OrderList): void => {
    if (bodies.some((one) => one.equals(body))) return;
    bodies.push(body);
    for (const id of list.kind === 'read' ? list.ids.keys() : []) ids.add(id);
  };

  return {
    latest: (): LatestList => latest,
    /** Whether any list contained an order. */
    everListed: (id: bigint): boolean => ids.has(id),
    /** Adds an exchange. The body of every GET counts as a list, with any key and any status. */
    learn({ number, request, startedAt, outcome }: Exchange): void {
      // A request without an operation asks for another form of the list.
      if (request.operationId === undefined || request.method !== 'GET') return;
      const isPlain = request.key.kind === 'valid' && request.query === '';
      if (outcome.kind === 'failed') {
        if (isPlain) latest = { kind: 'unreadable', why: `request ${number} got no response` };
        return;
      }
      const { status, content, body } = outcome.response;
      const list = read(body);
      remember(body ?? content, list);
      if (!isPlain) return;
      latest = latestOf(number, startedAt, status, list);
      if (latest.kind === 'unreadable') return;
      const { exchange, at, withoutId, ids: listed } = latest;
      sightings.push({ exchange, at, withoutId, listed: new Set([...named].filter((id) => listed.has(id))) });
    },
    /** Returns why an id may exist; undefined if no list contained it, or an id that a target that loses digits takes for it. */
    whyNotAbsent(id: bigint): string | undefined {
      if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
      const digits = (id < 0n ? -id : id).toString();
      if (bodies.some((body) => body.includes(digits))) return 'a response contains these digits';
      const isTaken = isBeyondLimit(id, ids) || [...ids].some((one) => isSimilar(one, id));
      return isTaken ? 'a list contained an id that a careless target may take for it' : undefined;
    },
    /** Those of every plain list that could be read, in the order of their requests. */
    sightings: sightings as readonly Sighting[],
  };
}

function latestOf(exchange: number, at: number, status: number, list: OrderList): LatestList {
  if (status !== 200) return { kind: 'unreadable', why: `request ${exchange} got a ${status}` };
  if (list.kind === 'unreadable') return list;
  return { ...list, exchange, at };
}
