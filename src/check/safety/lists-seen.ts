import type { Exchange } from '../../contract/exchange.ts';
import type { OrderIds } from '../../contract/judge/order-ids.ts';
import {
  type OrderList,
  type ReadList,
  type ReadOrderList,
  sameOrders,
} from '../../contract/judge/order-list.ts';
import { misreadings } from './misreadings.ts';

export type SeenList = ReadList & {
  readonly exchange: number;
  /** When it was requested, in milliseconds since 1970. */
  readonly at: number;
};

/** The newest plain list requested with the valid key, or why it cannot be read. */
export type LatestList = SeenList | { readonly kind: 'unreadable'; readonly why: string };

/** Every list that the target returned during a check. They prove that an id is absent. */
export type ListsSeen = ReturnType<typeof createListsSeen>;

export function createListsSeen(read: ReadOrderList) {
  // Equal bodies are the same buffer, so that a list that is received again changes neither of these sets.
  const bodies = new Set<Buffer>();
  const listed = new Set<OrderIds>();
  const searches = createDigitSearch(bodies);
  let latest: LatestList = { kind: 'unreadable', why: 'no list was requested yet' };
  const plain: SeenList[] = [];
  let cancelled = false;
  let changed = false;
  const holds = (is: (ids: OrderIds) => boolean): boolean => [...listed].some(is);

  return {
    latest: (): LatestList => latest,
    read,
    /** Adds an exchange. The body of every GET counts as a list, with any key and any status. */
    learn({ number, request, startedAt, outcome }: Exchange): void {
      // Such a request asks for another form of the list, and cancels nothing.
      if (request.operationId === undefined) return;
      if (request.method !== 'GET') cancelled = true;
      if (request.method !== 'GET') return;
      const isPlain = request.key.kind === 'valid' && request.query === '';
      if (outcome.kind === 'failed') {
        if (isPlain) latest = { kind: 'unreadable', why: `request ${number} got no response` };
        return;
      }
      const { status, content, body } = outcome.response;
      // Content that is cut short proves nothing absent, but its digits count.
      bodies.add(body ?? content);
      const list = read(body);
      if (list.kind === 'read') listed.add(list.ids);
      if (!isPlain) return;
      latest = latestOf(number, startedAt, status, list);
      if (latest.kind === 'unreadable') return;
      const before = plain.at(-1);
      plain.push(latest);
      if (before !== undefined)
        changed ||= hasMore(before, latest) || (!cancelled && !sameOrders(before, latest));
    },
    /** Returns why an id may exist; undefined if no list contained it, or an id that a target with imprecise integers confuses with it. */
    whyNotAbsent(id: bigint): string | undefined {
      if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
      const taken = misreadings(id).find((other) => holds((ids) => ids.has(other)));
      if (taken === id) return 'a list contained this id';
      if (taken !== undefined)
        return `a list contained ${taken}, and a careless target may take it for that order`;
      if (holds((ids) => ids.hasDouble(id) || ids.hasLow32(id))) return 'a list contained a similar id';
      return searches.holdsDigitsOf(id) ? 'a response contains these digits' : undefined;
    },
    get hasCancels() {
      return cancelled;
    },
    /** Every plain list that could be read, in the order of their requests. */
    plain: plain as readonly SeenList[],
    /**
     * Whether someone else uses the target: a plain list had new orders, two lists differed although no cancel had been
     * sent before, or a probe noticed it.
     */
    changedByOthers: () => changed,
    noticeOthers: () => {
      changed = true;
    },
  };
}

/** Whether a later list has orders that the earlier one does not have. */
function hasMore(before: SeenList, after: SeenList): boolean {
  return after.ids.missingFrom(before.ids).length > before.withoutId;
}

function latestOf(exchange: number, at: number, status: number, list: OrderList): LatestList {
  if (status !== 200) return { kind: 'unreadable', why: `request ${exchange} got a ${status}` };
  if (list.kind === 'unreadable') return list;
  return { ...list, exchange, at };
}

// The ids that are drawn have at least so many digits: numbers in many lists have fewer than 9, and in most fewer than 15.
const longRuns = [15, 9] as const;

/** Searches the bodies for the digits of ids. It searches no body twice for the same id: bodies are long. */
function createDigitSearch(bodies: ReadonlySet<Buffer>) {
  const searched = new Map<bigint, number>();
  const withRun = new Map(longRuns.map((length) => [length, new Map<Buffer, boolean>()]));
  const mayHold = (body: Buffer, digits: number): boolean => {
    const length = longRuns.find((run) => digits >= run);
    const known = length === undefined ? undefined : withRun.get(length);
    if (length === undefined || known === undefined) return true;
    const has = known.get(body) ?? hasDigitRun(body, length);
    known.set(body, has);
    return has;
  };
  const holds = (body: Buffer, id: bigint): boolean => {
    const written = id.toString();
    const digits = written.length - (id < 0n ? 1 : 0);
    return mayHold(body, digits) && body.includes(written);
  };
  return {
    holdsDigitsOf(id: bigint): boolean {
      const found = [...bodies].slice(searched.get(id) ?? 0).some((body) => holds(body, id));
      if (!found) searched.set(id, bodies.size);
      return found;
    },
  };
}

/**
 * Returns whether the bytes contain `length` decimal digits in a row. Looks at the last byte that such a row could have
 * and searches backwards, so that it reads one of `length` bytes if digits are rare.
 */
export function hasDigitRun(bytes: Buffer, length: number): boolean {
  for (let last = length - 1; last < bytes.length; ) {
    let digits = 0;
    while (digits < length && isDigit(bytes[last - digits])) digits += 1;
    if (digits === length) return true;
    last += length - digits;
  }
  return false;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
