import { type JsonNode, kindInWords, lastMembers, readIntegerToken } from '../../contract/judge/json-node.ts';
import { readStrictJson } from '../../contract/judge/strict-json.ts';
import { readDateTime } from '../../text/date-time.ts';

/** The fields of an order that a scenario can have. */
export type CapturedOrder = {
  readonly id?: bigint;
  readonly petId?: bigint;
  readonly quantity?: bigint;
  /** A date-time of RFC 3339. */
  readonly shipDate?: string;
  readonly complete?: boolean;
};

/** What a list has that a scenario cannot have. */
export type Losses = {
  /** Items of the list that are no objects. */
  items: number;
  /** Values of the five fields of another type or out of range, and dates that are not of RFC 3339. */
  values: number;
  /** Values of other fields. They are never written. */
  others: number;
};

type List = {
  readonly kind: 'list';
  readonly orders: readonly CapturedOrder[];
  readonly losses: Readonly<Losses>;
};

export type NoList = { readonly kind: 'no-list'; readonly reason: string };

export function readOrders(body: Buffer): List | NoList {
  const losses: Losses = { items: 0, values: 0, others: 0 };
  const orders: CapturedOrder[] = [];
  const read = (item: JsonNode): void => {
    if (item.kind === 'object') orders.push(readOrder(item, losses));
    else losses.items += 1;
  };
  const { root, flaws } = readStrictJson(body, read);
  if (root?.kind === 'array') return { kind: 'list', orders, losses };
  if (root !== undefined) return { kind: 'no-list', reason: `it is ${kindInWords(root)}` };
  const flaw = flaws.at(-1);
  return { kind: 'no-list', reason: `it is not JSON: ${flaw?.what} at byte ${flaw?.at}` };
}

/** Null is read as if the field were not there. */
function readOrder(item: JsonNode & { readonly kind: 'object' }, losses: Losses): CapturedOrder {
  const order: CapturedOrder = {};
  for (const { name, value } of lastMembers(item)) {
    const field = fieldOf(name, value);
    if (field === 'unknown') losses.others += 1;
    else if (value.kind === 'literal' && value.value === null) continue;
    else if (field === undefined) losses.values += 1;
    else Object.assign(order, field);
  }
  return order;
}

/** Returns a member of an order; undefined if a scenario cannot have its value. */
function fieldOf(name: string, node: JsonNode): CapturedOrder | 'unknown' | undefined {
  switch (name) {
    case 'id':
    case 'petId':
    case 'quantity': {
      const token = node.kind === 'number' ? readIntegerToken(node.text) : undefined;
      return token?.kind === 'int64' ? { [name]: token.value } : undefined;
    }
    case 'shipDate': {
      const isDate = node.kind === 'string' && readDateTime(node.value).kind === 'date-time';
      return isDate ? { shipDate: node.value } : undefined;
    }
    case 'complete':
      return node.kind === 'literal' && node.value !== null ? { complete: node.value } : undefined;
    default:
      return 'unknown';
  }
}
