import { readIntegerToken } from '../../contract/judge/integer-token.ts';
import { type JsonNode, lastMembers } from '../../contract/judge/json-node.ts';
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
  /** Values of other fields. They are never written: nobody knows what they are. */
  others: number;
};

type Draft = { -readonly [Field in keyof CapturedOrder]: CapturedOrder[Field] };

/** Reads an item of a list. Returns undefined if it is no object. Null is read as if the field were not there. */
export function readOrder(item: JsonNode, losses: Losses): CapturedOrder | undefined {
  if (item.kind !== 'object') {
    losses.items += 1;
    return undefined;
  }
  const order: Draft = {};
  for (const { name, value } of lastMembers(item)) {
    if (!isField(name)) losses.others += 1;
    else if (value.kind !== 'literal' || value.value !== null)
      losses.values += readField(order, name, value) ? 0 : 1;
  }
  return order;
}

const fields = ['id', 'petId', 'quantity', 'shipDate', 'complete'] as const;
type Field = (typeof fields)[number];

function isField(name: string): name is Field {
  return (fields as readonly string[]).includes(name);
}

/** Reads a value. Returns false if a scenario cannot have it. */
function readField(order: Draft, name: Field, node: JsonNode): boolean {
  if (name === 'complete') {
    if (node.kind !== 'literal' || node.value === null) return false;
    order.complete = node.value;
    return true;
  }
  if (name === 'shipDate') {
    if (node.kind !== 'string' || readDateTime(node.value).kind === 'malformed') return false;
    order.shipDate = node.value;
    return true;
  }
  const token = node.kind === 'number' ? readIntegerToken(node.text) : undefined;
  if (token?.kind !== 'int64') return false;
  order[name] = token.value;
  return true;
}
