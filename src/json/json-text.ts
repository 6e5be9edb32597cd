import {
  type DataPath,
  describeValue,
  maxDepth,
  protoKey,
  type TextFault,
  type TextReading,
  tooDeep,
} from '../text-place.ts';
import type { JsonValue } from './json.ts';
import { skipSpace } from './json-bytes.ts';
import { type JsonBuilder, type JsonFlaw, readStrictJson } from './strict-json.ts';

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
  for (const flaw of reading.flaws) faults.push({ offset: toText(flaw.at), ...describeFlaw(flaw) });
  if (reading.root === undefined || faults.length > 0) return { kind: 'faults', faults };
  const locate = locator(bytes);
  return { kind: 'data', value: reading.root, offsetOf: (path, at) => toText(locate(path, at)) };
}

function describeFlaw({ kind, path, what, expected }: JsonFlaw): Omit<TextFault, 'offset'> {
  if (kind === 'duplicate')
    return { what: `key ${describeValue(path.at(-1))} is given twice`, expected: 'each key once' };
  return kind === 'depth' ? tooDeep : { what: `is not JSON: ${what}`, expected };
}

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
    number: (text) => (/^-?\d+$/.test(text) ? BigInt(text) : Number(text)),
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

/** Where a value is in the bytes, and its key; an element of a list is its own key. */
type Place = { readonly start: number; readonly end: number; readonly key: number };
type Places = ReadonlyMap<string | number, Place>;

/**
 * Finds where a value or its key begins. Each list and mapping on the way is read once more, and only the places of
 * its own elements are kept: those of a whole file would take more memory than the data.
 */
function locator(bytes: Buffer): (path: DataPath, at: 'key' | 'value') => number {
  const known = new Map<number, Places>();
  const start = skipSpace(bytes, 0);
  return (path, at) => {
    let place: Place = { start, end: bytes.length, key: start };
    for (const [depth, step] of path.entries()) {
      const places: Places = known.get(place.start) ?? placesIn(bytes, place);
      known.set(place.start, places);
      const next = places.get(step);
      if (next === undefined) return place.start;
      if (at === 'key' && depth === path.length - 1) return next.key;
      place = next;
    }
    return place.start;
  };
}

/** The elements of the list or mapping at a place; none of any other value. */
function placesIn(bytes: Buffer, { start, end }: Place): Places {
  let places: Places = new Map();
  const place = (_: unknown, from: number, to: number): Place => ({
    start: start + from,
    end: start + to,
    key: start + from,
  });
  const builder: JsonBuilder<Place> = {
    // The outermost value is built last.
    object: (members, from, to) => {
      places = new Map(members.map(({ name, at, value }) => [name, { ...value, key: start + at }]));
      return place(members, from, to);
    },
    array: (items, from, to) => {
      places = new Map(items.entries());
      return place(items, from, to);
    },
    string: place,
    number: place,
    literal: place,
  };
  readStrictJson(bytes.subarray(start, end), { builder, maxDepth, maxFlaws: 0 });
  return places;
}
