import { readIntegerToken } from './integer-token.ts';
import { type JsonNode, lastMembers } from './json-node.ts';
import type { ListFaults } from './list-faults.ts';
import { readStrictJson } from './strict-json.ts';

/** R11: adds the place of every id that an order before has. Reads the list anew: few lists have any. */
export function addRepeatedIds(body: Buffer, faults: ListFaults): void {
  const places = new Map<bigint, number>();
  let index = -1;
  readStrictJson(body, {
    read: (item) => {
      index += 1;
      const id = idOf(item);
      if (id === undefined) return;
      const first = places.get(id.value);
      if (first === undefined) places.set(id.value, index);
      else faults.add('R11', [index, 'id'], id.node, `an id other than that of /${first}`);
    },
  });
}

function idOf(item: JsonNode): { readonly value: bigint; readonly node: JsonNode } | undefined {
  const node =
    item.kind === 'object' ? lastMembers(item).find(({ name }) => name === 'id')?.value : undefined;
  if (node?.kind !== 'number') return undefined;
  const integer = readIntegerToken(node.text);
  return integer.kind === 'int64' ? { value: integer.value, node } : undefined;
}
