import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Operation } from '../../contract/history/operation.ts';
import { readJson } from '../../json/json.ts';
import { fileError } from '../../text/text-file.ts';
import { UserError } from '../../user-error.ts';

const expected =
  'an object with begin, end, client, method, status, and orderId for a DELETE or ids for a GET that got a 200';

/** Reads the operations of a history, one JSON object in each line, and returns them in the order of their begins. Throws a UserError with the line of a problem. */
export async function readHistory(file: string): Promise<readonly Operation[]> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const operations: Operation[] = [];
  const readLine = createLineReader();
  let number = 0;
  try {
    for await (const line of lines) {
      number += 1;
      if (line.trim() === '') continue;
      const operation = readLine(line);
      if (typeof operation === 'string')
        throw new UserError({ where: `${file}:${number}`, what: operation, expected });
      if (operation !== undefined) operations.push(operation);
    }
  } catch (error) {
    throw fileError(file, error);
  }
  return operations.sort((one, other) => one.begin - other.begin);
}

/**
 * Creates the reader of a line. It returns the operation, undefined for one that says nothing about an order, or what is
 * wrong. Equal ids share one text.
 */
export function createLineReader(): (line: string) => Operation | undefined | string {
  const paths = new Map<string, string>();
  const pathOf = (id: string): string => {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const path = `/store/orders/${id}`;
    paths.set(id, path);
    return path;
  };
  return (line) => {
    const value = parse(line);
    if (value === undefined) return 'is not a JSON object';
    const { begin, end, client = '', method, status, orderId, ids } = value;
    const [from, to] = [numberOf(begin), end === null ? Number.POSITIVE_INFINITY : numberOf(end)];
    if (from === undefined) return 'has no begin in milliseconds';
    if (to === undefined || to < from) return 'has no end that is null or not before begin';
    const common = { begin: from, lane: String(client) };
    if (method === 'DELETE') {
      const id = idOf(orderId);
      if (id === undefined) return 'has no orderId that is an integer';
      const known = numberOf(status);
      const isClear = known !== undefined && known >= 200 && known < 500 && to !== Number.POSITIVE_INFINITY;
      const outcome = isClear
        ? { end: to, status: known }
        : { end: Number.POSITIVE_INFINITY, status: undefined };
      return { ...common, ...outcome, kind: 'cancel', order: pathOf(id) };
    }
    if (method !== 'GET') return 'has no method that is GET or DELETE';
    if (numberOf(status) !== 200 || to === Number.POSITIVE_INFINITY) return undefined;
    const listed = Array.isArray(ids) ? ids.map(idOf) : [undefined];
    if (listed.includes(undefined)) return 'has no ids that are integers';
    return { ...common, end: to, kind: 'list', orders: listed.map((id) => pathOf(id ?? '')) };
  };
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = readJson(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

/** Returns the digits of an id. A program that would round it writes it as a string. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' && /^(?:0|-?[1-9][0-9]{0,18})$/.test(value) ? value : undefined;
}
