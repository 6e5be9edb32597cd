import type { JsonValue } from '../shared/json.ts';

/** Fields that are int64 or of any size, so that they stay bigint. */
const exactFields: ReadonlySet<string> = new Set(['id', 'petId', 'orderId', 'quantity']);
/** Objects and lists whose integers are order ids. */
const exactContainers: ReadonlySet<string> = new Set(['handles', 'shipped', 'except']);

/** Keeps order ids and what is like them as bigint and makes numbers of all other integers: counts, statuses, seeds. */
export function exactIds(value: JsonValue): unknown {
  return convert(value, '', false);
}

function convert(value: JsonValue, field: string, inContainer: boolean): unknown {
  if (typeof value === 'bigint') return inContainer || exactFields.has(field) ? value : Number(value);
  if (typeof value !== 'object' || value === null) return value;
  const inside = exactContainers.has(field);
  if (Array.isArray(value)) return value.map((item: JsonValue) => convert(item, '', inside));
  const entries = Object.entries(value).map(([key, item]) => [key, convert(item, key, inside)]);
  return Object.fromEntries(entries);
}
