import { skipSpace, skipString, skipValue } from './json-scan.ts';
import { scanJson } from './json-syntax.ts';
import type { DataPath, TextReading } from './text-place.ts';

/** Reads JSON text (integers as bigint) and finds duplicate keys and the first break of the syntax. Never throws. */
export function readJsonText(text: string): TextReading {
  const scan = scanJson(text);
  const { faults } = scan;
  if (!scan.isJson) return { data: undefined, faults };
  const known: KnownChildren = new Map();
  const offsetOf = (path: DataPath, at: 'key' | 'value') => locate(text, known, path, at);
  return { data: { value: scan.value, offsetOf }, faults };
}

type Child = { readonly key: number; readonly value: number };
/** The elements of the lists and mappings that were looked into, by the offset of their bracket. */
type KnownChildren = Map<number, Map<string | number, Child>>;

function locate(text: string, known: KnownChildren, path: DataPath, at: 'key' | 'value'): number {
  let offset = skipSpace(text, 0);
  for (const [depth, step] of path.entries()) {
    const children = known.get(offset) ?? childrenAt(text, offset);
    known.set(offset, children);
    const child = children.get(step);
    if (child === undefined) return offset;
    offset = at === 'key' && depth === path.length - 1 ? child.key : child.value;
  }
  return offset;
}

/** Where the elements of the list or mapping at an offset begin; empty for any other value. */
function childrenAt(text: string, offset: number): Map<string | number, Child> {
  const children = new Map<string | number, Child>();
  const list = text[offset] === '[';
  if (!list && text[offset] !== '{') return children;
  for (let at = skipSpace(text, offset + 1); text[at] !== ']' && text[at] !== '}'; ) {
    const key = at;
    let name: string | number = children.size;
    if (!list) {
      const end = skipString(text, at);
      name = String(JSON.parse(text.slice(at, end)));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    children.set(name, { key, value: at });
    at = skipSpace(text, skipValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return children;
}
