import type { OrderIds } from '../judge/order-ids.ts';
import type { OrderList, ReadOrderList } from '../judge/order-list.ts';
import type { Exchange } from '../wire/exchange.ts';

/** A list that could be read, and the number of its exchange. */
export type SeenList = Extract<OrderList, { kind: 'read' }> & { readonly exchange: number };

/** The newest plain list requested with the valid key, or why it cannot be read. */
export type LatestList = SeenList | { readonly kind: 'unreadable'; readonly why: string };

/** Every list that the target returned during a check. They prove that an id is absent. */
export type ListsSeen = {
  /** Adds an exchange. The body of every GET counts as a list, with any key and any status. */
  learn(exchange: Exchange): void;
  latest(): LatestList;
  /** Reads the body of a response as a list. */
  read: ReadOrderList;
  /** Returns why an id may exist; undefined if no list contained it or a lookalike. */
  whyNotAbsent(id: bigint): string | undefined;
};

/** Creates an empty record of lists. */
export function createListsSeen(read: ReadOrderList): ListsSeen {
  // Equal bodies are the same buffer, so that a list that is received again changes neither of these sets.
  const bodies = new Set<Buffer>();
  const listed = new Set<OrderIds>();
  const searches = createDigitSearch(bodies);
  let latest: LatestList = { kind: 'unreadable', why: 'no list was requested yet' };
  const showed = (id: bigint): boolean => [...listed].some((ids) => ids.has(id));

  return {
    latest: () => latest,
    read,
    learn({ number, request, outcome }) {
      if (request.method !== 'GET') return;
      const plain = request.key.kind === 'valid' && request.query === '';
      if (outcome.kind === 'failed') {
        if (plain) latest = { kind: 'unreadable', why: `request ${number} got no response` };
        return;
      }
      const { status, content, body } = outcome.response;
      // Content that is cut short proves nothing absent, but its digits count.
      bodies.add(body ?? content);
      const list = read(body);
      if (list.kind === 'read') listed.add(list.ids);
      if (plain) latest = latestOf(number, status, list);
    },
    whyNotAbsent(id) {
      if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
      if (showed(id) || lookalikes(id).some(showed)) return 'a list contained this id or a similar one';
      return searches.holdsDigitsOf(id) ? 'a response contains these digits' : undefined;
    },
  };
}

function latestOf(exchange: number, status: number, list: OrderList): LatestList {
  if (status !== 200) return { kind: 'unreadable', why: `request ${exchange} got a ${status}` };
  if (list.kind === 'unreadable') return list;
  return { ...list, exchange };
}

/**
 * Returns the ids that a careless target might read instead of `id`: the other sign, the low 32 bits, the nearest
 * double. The id of an order that must not exist avoids them too.
 */
export function lookalikes(id: bigint): readonly bigint[] {
  return [-id, BigInt.asIntN(32, id), BigInt.asUintN(32, id), BigInt.asUintN(31, id), BigInt(Number(id))];
}

// Nearly every id drawn over int64 has more digits, and the numbers in most lists have fewer.
const manyDigits = 15;

/** Searches the bodies for the digits of ids. It searches no body twice for the same id: bodies are long. */
function createDigitSearch(bodies: ReadonlySet<Buffer>) {
  const searched = new Map<bigint, number>();
  const withLongNumbers = new Map<Buffer, boolean>();
  const hasLongNumber = (body: Buffer): boolean => {
    const known = withLongNumbers.get(body) ?? hasDigitRun(body, manyDigits);
    withLongNumbers.set(body, known);
    return known;
  };
  const holds = (body: Buffer, id: bigint): boolean => {
    const written = id.toString();
    const digits = written.length - (id < 0n ? 1 : 0);
    return (digits < manyDigits || hasLongNumber(body)) && body.includes(written);
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
