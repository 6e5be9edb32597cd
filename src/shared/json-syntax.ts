import type { JsonValue } from './json.ts';
import { skipLiteral, skipSpace, skipString } from './json-scan.ts';
import { shorten, type TextFault } from './text-place.ts';
import { keyFault } from './yaml-text.ts';

const deepest = 64;

/** A list or mapping that the walk is inside of; `key` is the one whose value comes next. */
type Open =
  | { readonly kind: 'list'; readonly values: JsonValue[] }
  | { readonly kind: 'mapping'; readonly values: Record<string, JsonValue>; key: string };

/** Where a walk over the text stands. */
type Walk = {
  readonly text: string;
  at: number;
  readonly open: Open[];
  /** The value of the whole text. */
  value: JsonValue;
  readonly faults: TextFault[];
};

/** What must come next: a value, the first value or the closing bracket, or whatever follows a value. */
type Step = 'value' | 'first' | 'after' | 'end' | 'broken';

/** What a scan finds: duplicate keys, and whether the text is JSON (if not, the last fault says where it breaks). */
export type JsonScan =
  | { readonly isJson: true; readonly value: JsonValue; readonly faults: readonly TextFault[] }
  | { readonly isJson: false; readonly faults: readonly TextFault[] };

/**
 * Walks over the whole text once, without recursion, and builds its value; integers are bigint. `JSON.parse` with a
 * reviver does the same to numbers in twice the time, and it is silent about keys that are given twice.
 */
export function scanJson(text: string): JsonScan {
  const walk: Walk = { text, at: skipSpace(text, 0), open: [], value: null, faults: [] };
  let step = nextValue(walk, false);
  while (step !== 'end' && step !== 'broken')
    step = step === 'after' ? afterValue(walk) : nextValue(walk, step === 'first');
  const { value, faults } = walk;
  return step === 'end' ? { isJson: true, value, faults } : { isJson: false, faults };
}

function nextValue(walk: Walk, first: boolean): Step {
  const inside = walk.open.at(-1);
  if (first && closes(walk)) return close(walk);
  if (inside?.kind === 'mapping' && !passKey(walk, inside)) return 'broken';
  const { text, at } = walk;
  const start = text[at];
  if (start === '{') return open(walk, { kind: 'mapping', values: {}, key: '' });
  if (start === '[') return open(walk, { kind: 'list', values: [] });
  const end = start === '"' ? skipString(text, at) : skipLiteral(text, at);
  if (end < 0) return breakOff(walk, 'a value');
  place(walk, readScalar(text, at, end));
  moveTo(walk, end);
  return 'after';
}

const integer = /^-?\d+$/;

function readScalar(text: string, at: number, end: number): JsonValue {
  const written = text.slice(at, end);
  // A slice would keep the whole text in memory; what `JSON.parse` answers does not.
  return integer.test(written) ? BigInt(written) : (JSON.parse(written) as JsonValue);
}

function place(walk: Walk, value: JsonValue): void {
  const inside = walk.open.at(-1);
  if (inside === undefined) walk.value = value;
  else if (inside.kind === 'list') inside.values.push(value);
  else if (inside.key !== '__proto__') inside.values[inside.key] = value;
  else Object.defineProperty(inside.values, inside.key, { value, enumerable: true, configurable: true });
}

function afterValue(walk: Walk): Step {
  if (walk.open.length === 0) {
    return walk.at === walk.text.length ? 'end' : breakOff(walk, 'the end of the file');
  }
  if (closes(walk)) return close(walk);
  if (walk.text[walk.at] !== ',') return breakOff(walk, 'a comma or the closing bracket');
  moveTo(walk, walk.at + 1);
  return 'value';
}

function open(walk: Walk, inside: Open): Step {
  if (walk.open.length >= deepest) {
    walk.faults.push({ offset: walk.at, what: 'the file is nested too deeply', expected: 'a few levels' });
    return 'broken';
  }
  place(walk, inside.values);
  walk.open.push(inside);
  moveTo(walk, walk.at + 1);
  return 'first';
}

function closes({ text, at, open }: Walk): boolean {
  return text[at] === (open.at(-1)?.kind === 'list' ? ']' : '}');
}

function close(walk: Walk): Step {
  walk.open.pop();
  moveTo(walk, walk.at + 1);
  return 'after';
}

function passKey(walk: Walk, inside: Open & { kind: 'mapping' }): boolean {
  const end = skipString(walk.text, walk.at);
  if (end < 0) {
    breakOff(walk, 'a key in double quotes');
    return false;
  }
  inside.key = readKey(walk.text, walk.at, end);
  const wrong = keyFault(inside.key, { has: (key) => Object.hasOwn(inside.values, key) });
  if (wrong !== undefined) walk.faults.push({ offset: walk.at, ...wrong });
  moveTo(walk, end);
  if (walk.text[walk.at] !== ':') {
    breakOff(walk, 'a colon');
    return false;
  }
  moveTo(walk, walk.at + 1);
  return true;
}

function readKey(text: string, at: number, end: number): string {
  const written = text.slice(at + 1, end - 1);
  return written.includes('\\') ? String(JSON.parse(text.slice(at, end))) : written;
}

function moveTo(walk: Walk, offset: number): void {
  walk.at = skipSpace(walk.text, offset);
}

function breakOff({ text, at, faults }: Walk, expected: string): Step {
  const got =
    at >= text.length ? 'it ends here' : `${JSON.stringify(shorten(text.slice(at), 10))} stands here`;
  faults.push({ offset: at, what: `is not JSON: ${got}`, expected });
  return 'broken';
}
