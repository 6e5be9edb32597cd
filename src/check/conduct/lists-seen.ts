import type { Answer, Exchange } from '../exchange/exchange.ts';
import type { OrderList, ReadOrderList } from '../judge/judgement.ts';
import { lookalikes } from './lookalikes.ts';

/** A list that could be read, with its ids as a set too. */
export type SeenList = Extract<OrderList, { kind: 'read' }> & {
  readonly has: (id: bigint) => boolean;
  readonly exchange: number;
};

/** The newest plain list asked for with the valid key, or why there is none. */
export type LatestList = SeenList | { readonly kind: 'unreadable'; readonly why: string };

/** Every list that the target showed to anyone during a check: what proves an id absent. */
export type ListsSeen = {
  /** Takes in an exchange; whatever a GET brought counts as a list, whoever asked and with whatever status. */
  learn(exchange: Exchange): void;
  latest(): LatestList;
  /** The list in an answer, read once however often it comes. */
  read(answer: Answer): OrderList;
  /** Why this id cannot be said to be absent; undefined when no list ever showed it or one that looks like it. */
  whyNotAbsent(id: bigint): string | undefined;
};

/** Starts with no list seen. */
export function createListsSeen(readOrderList: ReadOrderList): ListsSeen {
  const ids = new Set<bigint>();
  const bodies: Buffer[] = [];
  let latest: LatestList = { kind: 'unreadable', why: 'no list was asked for yet' };
  let last: { bytes: Buffer; whole: boolean; list: OrderList } | undefined;

  /** What was cut short proves nothing absent, but its digits are kept in mind all the same. */
  const read = (answer: Answer): OrderList => {
    const bytes = answer.body ?? answer.content;
    const whole = answer.body !== undefined;
    if (last?.whole === whole && last.bytes.equals(bytes)) return last.list;
    const list = readOrderList(answer.body);
    last = { bytes, whole, list };
    bodies.push(bytes);
    if (list.kind === 'read') for (const id of list.ids) ids.add(id);
    return list;
  };

  return {
    latest: () => latest,
    read,
    learn(exchange) {
      if (exchange.request.method !== 'GET') return;
      const { outcome, request } = exchange;
      const plain = request.key.kind === 'valid' && request.query === '';
      if (outcome.kind === 'failed') {
        if (plain) latest = { kind: 'unreadable', why: `request ${exchange.number} got no answer` };
        return;
      }
      const list = read(outcome.answer);
      if (plain) latest = latestOf(exchange.number, outcome.answer.status, list);
    },
    whyNotAbsent(id) {
      if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
      if (ids.has(id) || lookalikes(id).some((other) => ids.has(other)))
        return 'a list showed this id or one like it';
      return bodies.some((body) => body.includes(id.toString())) ? 'an answer holds these digits' : undefined;
    },
  };
}

function latestOf(exchange: number, status: number, list: OrderList): LatestList {
  if (status !== 200) return { kind: 'unreadable', why: `request ${exchange} was answered with ${status}` };
  if (list.kind === 'unreadable') return list;
  const all = new Set(list.ids);
  return { ...list, exchange, has: (id) => all.has(id) };
}
