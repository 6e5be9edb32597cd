import { skipLiteral, skipSpace, skipString } from './json-scan.ts';
import { shorten, type TextFault } from './text-place.ts';
import { keyFault } from './yaml-text.ts';

const deepest = 64;

/** Where a walk over the text stands. Inside of a list or, with its keys so far, of a mapping. */
type Walk = {
  readonly text: string;
  at: number;
  readonly open: ('list' | Set<string>)[];
  readonly faults: TextFault[];
};

/** What must come next: a value, the first value or the closing bracket, or whatever follows a value. */
type Step = 'value' | 'first' | 'after' | 'end' | 'broken';

/** What a scan finds: duplicate keys, and whether the text is JSON (if not, the last fault says where it breaks). */
export type JsonScan = { readonly isJson: boolean; readonly faults: readonly TextFault[] };

/** Walks over the whole text, without recursion and without building anything. */
export function scanJson(text: string): JsonScan {
  const walk: Walk = { text, at: skipSpace(text, 0), open: [], faults: [] };
  let step = nextValue(walk, false);
  while (step !== 'end' && step !== 'broken')
    step = step === 'after' ? afterValue(walk) : nextValue(walk, step === 'first');
  return { isJson: step === 'end', faults: walk.faults };
}

function nextValue(walk: Walk, first: boolean): Step {
  const inside = walk.open.at(-1);
  if (first && closes(walk)) return close(walk);
  if (inside instanceof Set && !passKey(walk, inside)) return 'broken';
  const start = walk.text[walk.at];
  if (start === '{' || start === '[') return open(walk, start === '{' ? new Set() : 'list');
  const end = start === '"' ? skipString(walk.text, walk.at) : skipLiteral(walk.text, walk.at);
  if (end < 0) return breakOff(walk, 'a value');
  moveTo(walk, end);
  return 'after';
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

function open(walk: Walk, inside: 'list' | Set<string>): Step {
  if (walk.open.length >= deepest) {
    walk.faults.push({ offset: walk.at, what: 'the file is nested too deeply', expected: 'a few levels' });
    return 'broken';
  }
  walk.open.push(inside);
  moveTo(walk, walk.at + 1);
  return 'first';
}

function closes({ text, at, open }: Walk): boolean {
  return text[at] === (open.at(-1) === 'list' ? ']' : '}');
}

function close(walk: Walk): Step {
  walk.open.pop();
  moveTo(walk, walk.at + 1);
  return 'after';
}

function passKey(walk: Walk, keys: Set<string>): boolean {
  const end = skipString(walk.text, walk.at);
  if (end < 0) {
    breakOff(walk, 'a key in double quotes');
    return false;
  }
  const key = String(JSON.parse(walk.text.slice(walk.at, end)));
  const wrong = keyFault(key, keys);
  if (wrong !== undefined) walk.faults.push({ offset: walk.at, ...wrong });
  keys.add(key);
  moveTo(walk, end);
  if (walk.text[walk.at] !== ':') {
    breakOff(walk, 'a colon');
    return false;
  }
  moveTo(walk, walk.at + 1);
  return true;
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
