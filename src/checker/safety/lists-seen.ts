import type { OrderList, ReadOrderList } from '../judge/judgement.ts';
import type { Answer, Exchange } from '../wire/exchange.ts';
import { hasDigitRun } from './digit-run.ts';
import { lookalikes } from './lookalikes.ts';

/** A list that could be read, and the exchange that brought it. */
export type SeenList = Extract<OrderList, { kind: 'read' }> & { readonly exchange: number };

/** What an answer brought, and the list in it; `whole` unless it was cut short. */
type SeenBody = {
  readonly bytes: Buffer;
  readonly whole: boolean;
  readonly list: OrderList;
  /** Whether the bytes hold a number of `manyDigits` or more; undefined until somebody asks. */
  long?: boolean;
};

// Nearly every id drawn over int64 has more digits, and the numbers of most lists have fewer.
const manyDigits = 15;

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
  const seen: SeenBody[] = [];
  let latest: LatestList = { kind: 'unreadable', why: 'no list was asked for yet' };

  /** What was cut short proves nothing absent, but its digits are kept in mind all the same. */
  const read = (answer: Answer): OrderList => {
    const bytes = answer.body ?? answer.content;
    const whole = answer.body !== undefined;
    const known = seen.find((one) => one.whole === whole && one.bytes.equals(bytes));
    if (known !== undefined) return known.list;
    const list = readOrderList(answer.body);
    seen.push({ bytes, whole, list });
    return list;
  };
  const showed = (id: bigint): boolean => seen.some(({ list }) => list.kind === 'read' && list.ids.has(id));

  /** How many bodies were searched in vain for an id: it is asked for several times, and bodies are long. */
  const searched = new Map<bigint, number>();
  const holdsDigits = (id: bigint): boolean => {
    const holds = seen.slice(searched.get(id) ?? 0).some((body) => holdsNumber(body, id));
    if (!holds) searched.set(id, seen.length);
    return holds;
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
      if (showed(id) || lookalikes(id).some(showed)) return 'a list showed this id or one like it';
      return holdsDigits(id) ? 'an answer holds these digits' : undefined;
    },
  };
}

/** Whether the digits of `id` stand anywhere in a body. */
function holdsNumber(body: SeenBody, id: bigint): boolean {
  const written = id.toString();
  const digits = written.length - (id < 0n ? 1 : 0);
  if (digits >= manyDigits) {
    body.long ??= hasDigitRun(body.bytes, manyDigits);
    if (!body.long) return false;
  }
  return body.bytes.includes(written);
}

function latestOf(exchange: number, status: number, list: OrderList): LatestList {
  if (status !== 200) return { kind: 'unreadable', why: `request ${exchange} was answered with ${status}` };
  if (list.kind === 'unreadable') return list;
  return { ...list, exchange };
}
