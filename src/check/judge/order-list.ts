import { readIntegerToken } from './integer-token.ts';
import { type JsonNode, kindInWords, membersByName } from './json-node.ts';
import type { OrderList, ReadOrderList } from './judgement.ts';
import { readStrictJson } from './strict-json.ts';

/** The exact id of an order, or undefined where it has none that is an int64. */
export function orderId(item: JsonNode): bigint | undefined {
  if (item.kind !== 'object') return undefined;
  const value = membersByName(item.members).get('id')?.value;
  if (value?.kind !== 'number') return undefined;
  const integer = readIntegerToken(value.text);
  return integer.kind === 'int64' ? integer.value : undefined;
}

/**
 * Reads the ids out of a list of orders, each with exactly its digits. Faults that leave the list readable (a byte order
 * mark, a member twice, orders with wrong fields) do not stop it: the judge finds those.
 */
export const readOrderList: ReadOrderList = (body): OrderList => {
  if (body === undefined) return { kind: 'unreadable', why: 'its content is damaged' };
  const ids: bigint[] = [];
  let orders = 0;
  const text = readStrictJson(body, (item) => {
    orders += 1;
    const id = orderId(item);
    if (id !== undefined) ids.push(id);
  });
  if (text.root === undefined)
    return { kind: 'unreadable', why: text.flaws.at(-1)?.what ?? 'it is not JSON' };
  if (text.root.kind !== 'array') {
    return { kind: 'unreadable', why: `it is ${kindInWords(text.root)}, not an array` };
  }
  return { kind: 'read', orders, ids, withoutId: orders - ids.length };
};
