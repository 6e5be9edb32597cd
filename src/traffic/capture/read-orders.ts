import { int64In, type JsonNode, kindInWords, lastMembers } from '../../contract/judge/json-node.ts';
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

type List = {
  readonly kind: 'list';
  readonly orders: readonly CapturedOrder[];
  /** How much a scenario cannot have: items that are no orders or repeat an id, and values of other fields, types or forms. */
  readonly leftOut: number;
};

export type NoList = { readonly kind: 'no-list'; readonly reason: string };

export function readOrders(body: Buffer): List | NoList {
  const ids = new Set<bigint | undefined>();
  const orders: CapturedOrder[] = [];
  let leftOut = 0;
  const read = (item: JsonNode): void => {
    const { order = undefined, lost } = item.kind === 'object' ? readOrder(item) : { lost: 1 };
    const repeats = order?.id !== undefined && ids.has(order.id);
    leftOut += lost + (repeats ? 1 : 0);
    if (order === undefined || repeats) return;
    ids.add(order.id);
    orders.push(order);
  };
  const { root, flaws } = readStrictJson(body, read);
  if (root?.kind === 'array') return { kind: 'list', orders, leftOut };
  if (root !== undefined) return { kind: 'no-list', reason: `it is ${kindInWords(root)}` };
  const flaw = flaws.at(-1);
  return { kind: 'no-list', reason: `it is not JSON: ${flaw?.what} at byte ${flaw?.at}` };
}

/** Null is read as if the field were not there. */
function readOrder(item: JsonNode & { readonly kind: 'object' }) {
  const members = lastMembers(item).filter(({ value }) => value.kind !== 'literal' || value.value !== null);
  const fields = members.flatMap(({ name, value }) => fieldOf(name, value) ?? []);
  const order: CapturedOrder = Object.assign({}, ...fields);
  return { order, lost: members.length - fields.length };
}

/** Returns a member of an order; undefined if a scenario cannot have it. */
function fieldOf(name: string, node: JsonNode): CapturedOrder | undefined {
  switch (name) {
    case 'id':
    case 'petId':
    case 'quantity': {
      const integer = node.kind === 'number' ? int64In(node.text) : undefined;
      return integer === undefined ? undefined : { [name]: integer };
    }
    case 'shipDate': {
      const isDate = node.kind === 'string' && readDateTime(node.value).kind === 'date-time';
      return isDate ? { shipDate: node.value } : undefined;
    }
    case 'complete':
      return node.kind === 'literal' && node.value !== null ? { complete: node.value } : undefined;
    default:
      return undefined;
  }
}
