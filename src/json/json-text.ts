import {
  type DataPath,
  duplicateKey,
  maxDepth,
  protoKey,
  shorten,
  type TextFault,
  type TextReading,
  tooDeep,
} from '../text-place.ts';
import type { JsonValue } from './json.ts';
import { skipSpace } from './json-bytes.ts';
import { type JsonBuilder, type JsonFlaw, type JsonMember, readStrictJson } from './strict-json.ts';

/** Reads JSON text (integers as bigint) and finds duplicate keys and the first syntax error. Never throws. */
export function readJsonText(text: string): TextReading {
  const bytes = Buffer.from(text);
  const toText = textOffsets(bytes, text);
  const faults: TextFault[] = [];
  const reading = readStrictJson(bytes, {
    builder: exactBuilder((at) => faults.push({ offset: toText(at), ...protoKey })),
    maxDepth,
    maxFlaws: Number.POSITIVE_INFINITY,
  });
  for (const flaw of reading.flaws) {
    const offset = toText(flaw.at);
    faults.push({ offset, ...describeFlaw(flaw, text.slice(offset, offset + 11)) });
  }
  if (reading.root === undefined || faults.length > 0) return { kind: 'faults', faults };
  const locate = locator(bytes);
  return { kind: 'data', value: reading.root, offsetOf: (path, at) => toText(locate(path, at)) };
}

function describeFlaw({ kind, path, expected }: JsonFlaw, next: string): Omit<TextFault, 'offset'> {
  if (kind === 'duplicate') return duplicateKey(path.at(-1));
  if (kind === 'depth') return tooDeep;
  const got = next === '' ? 'end of the text' : JSON.stringify(shorten(next, 10));
  return { what: `is not JSON: unexpected ${got}`, expected };
}

const integer = /^-?\d+$/;

function exactBuilder(onProto: (at: number) => void): JsonBuilder<JsonValue> {
  return {
    object: (members) => {
      const values: Record<string, JsonValue> = {};
      for (const { name, at, value } of members) {
        if (name === '__proto__') onProto(at);
        else values[name] = value;
      }
      return values;
    },
    array: (items) => items,
    string: (value) => value,
    number: (text) => (integer.test(text) ? BigInt(text) : Number(text)),
    literal: (value) => value,
  };
}

/** Byte offsets as offsets of the text. Fast for offsets that are near the one before. */
function textOffsets(bytes: Buffer, text: string): (at: number) => number {
  if (bytes.length === text.length) return (at) => at;
  let [byte, unit] = [0, 0];
  return (at) => {
    const passed = bytes.toString('utf8', Math.min(byte, at), Math.max(byte, at)).length;
    unit += at < byte ? -passed : passed;
    byte = at;
    return unit;
  };
}

type Range = { readonly start: number; readonly end: number };
type Child = Range & { readonly key: number };
type Children = ReadonlyMap<string | number, Child>;

/**
 * Finds where a value or its key begins. Each list and mapping on the way is read once more, and only the offsets of
 * its own elements are kept: those of a whole file would take more memory than the data.
 */
function locator(bytes: Buffer): (path: DataPath, at: 'key' | 'value') => number {
  const known = new Map<number, Children>();
  return (path, at) => {
    let range: Range = { start: skipSpace(bytes, 0), end: bytes.length };
    let offset = range.start;
    for (const [depth, step] of path.entries()) {
      const children: Children = known.get(range.start) ?? childrenIn(bytes, range);
      known.set(range.start, children);
      const child = children.get(step);
      if (child === undefined) return offset;
      offset = at === 'key' && depth === path.length - 1 ? child.key : child.start;
      range = child;
    }
    return offset;
  };
}

/** The elements of the list or mapping in a range; none of any other value. */
function childrenIn(bytes: Buffer, { start, end }: Range): Children {
  let items: readonly Range[] = [];
  let members: readonly JsonMember<Range>[] = [];
  const range = (from: number, to: number): Range => ({ start: start + from, end: start + to });
  const scalar = (_: unknown, from: number, to: number): Range => range(from, to);
  // The outermost value is built last.
  const builder: JsonBuilder<Range> = {
    object: (found, from, to) => {
      [items, members] = [[], found];
      return range(from, to);
    },
    array: (found, from, to) => {
      [items, members] = [found, []];
      return range(from, to);
    },
    string: scalar,
    number: scalar,
    literal: scalar,
  };
  readStrictJson(bytes.subarray(start, end), { builder, maxDepth, maxFlaws: 0 });
  return new Map<string | number, Child>([
    ...items.map((item, index) => [index, { ...item, key: item.start }] as const),
    ...members.map(({ name, at, value }) => [name, { ...value, key: start + at }] as const),
  ]);
}
