import type { Problem } from './user-error.ts';

/** A path into data: keys of mappings and positions in lists. */
export type DataPath = readonly (string | number)[];

/** Something wrong at an offset of a text, before the file name is known. */
export type TextFault = Omit<Problem, 'where'> & { readonly offset: number };

/** The result of reading a text: data, or why it has none. */
export type TextReading =
  | {
      readonly kind: 'data';
      readonly value: unknown;
      /** Where the value at a path begins, or its key; for a path that does not exist, the nearest value that does. */
      offsetOf(path: DataPath, at: 'key' | 'value'): number;
    }
  | { readonly kind: 'faults'; readonly faults: readonly TextFault[] };

/** The maximum nesting of data in a file or a body. */
export const maxDepth = 64;
export const tooDeep = {
  what: 'the data is nested too deeply',
  expected: `at most ${maxDepth} levels`,
} as const;
/** A key that no object can hold safely. */
export const protoKey = { what: 'key "__proto__" is not allowed' } as const;

/** Returns the place of an offset as `line:column`, both counted from 1, columns in UTF-16 units. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}

/** Formats a path: `orders[2].status`; the empty path is `the file`. */
export function pathText(path: DataPath): string {
  if (path.length === 0) return 'the file';
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(shorten(step))}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** Shortens a text so that a message stays one readable line. */
export function shorten(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** Describes a value in less than a line: `"shiped"`, `12`, `a list`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'number' && Number.isInteger(value)) return `${value}.0`;
  return typeof value === 'object' ? 'a mapping' : shorten(String(value), 40);
}
