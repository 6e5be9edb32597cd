import type { JsonBuilder, JsonMember as Member } from '../../json/strict-json.ts';
import type { DataPath } from '../../text-place.ts';

type Place = { readonly start: number; readonly end: number };

/** A value of a JSON text; `start` and `end` are byte offsets, `end` is exclusive. */
export type JsonNode =
  | (Place & { readonly kind: 'object'; readonly members: readonly JsonMember[]; readonly repeats: boolean })
  | (Place & { readonly kind: 'array'; readonly items: readonly JsonNode[] })
  | (Place & { readonly kind: 'string'; readonly value: string })
  /** `text` has every digit as written. */
  | (Place & { readonly kind: 'number'; readonly text: string })
  | (Place & { readonly kind: 'literal'; readonly value: boolean | null });

/** A member of an object; `at` is the byte where its name begins. */
export type JsonMember = Member<JsonNode>;

export const buildNode: JsonBuilder<JsonNode> = {
  object: (members, start, end, repeats) => ({ kind: 'object', start, end, members, repeats }),
  array: (items, start, end) => ({ kind: 'array', start, end, items }),
  string: (value, start, end) => ({ kind: 'string', start, end, value }),
  number: (text, start, end) => ({ kind: 'number', start, end, text }),
  literal: (value, start, end) => ({ kind: 'literal', start, end, value }),
};

export function pointer(path: DataPath): string {
  return path.map(pointerStep).join('');
}

const longestStep = 200;

/** One step of a JSON pointer, escaped. A name of more than 200 characters is cut. */
export function pointerStep(name: string | number): string {
  const text = String(name);
  const shown = text.length > longestStep ? `${text.slice(0, longestStep)}…` : text;
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the value at a path, without the index of the list; undefined if there is none. */
export function nodeAt(node: JsonNode, [name, ...rest]: readonly string[]): JsonNode | undefined {
  if (name === undefined) return node;
  if (node.kind === 'array')
    return node.items[Number(name)] && nodeAt(node.items[Number(name)] as JsonNode, rest);
  const member = node.kind === 'object' ? node.members.findLast((one) => one.name === name) : undefined;
  return member && nodeAt(member.value, rest);
}

export function kindInWords(node: JsonNode): string {
  if (node.kind === 'literal') return node.value === null ? 'null' : 'a boolean';
  return node.kind === 'object' || node.kind === 'array' ? `an ${node.kind}` : `a ${node.kind}`;
}

/** The members of an object, each name once; the last of two with one name, as in JavaScript. */
export function lastMembers({ members, repeats }: JsonNode & { kind: 'object' }): readonly JsonMember[] {
  return repeats ? [...new Map(members.map((member) => [member.name, member])).values()] : members;
}

/**
 * The value as JavaScript holds it, for a validator. An integer too large for a double is clamped to a finite one, so
 * that it is still an integer.
 */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object': {
      // Without a prototype, a member named __proto__ is a member like any other.
      const plain: Record<string, unknown> = Object.create(null);
      for (const { name, value } of node.members) plain[name] = plainValue(value);
      return plain;
    }
    case 'array':
      return node.items.map(plainValue);
    case 'number':
      return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(node.text)));
    default:
      return node.value;
  }
}

/** A JSON number as an integer, read from its text because a double would lose digits. */
export type IntegerToken =
  | { readonly kind: 'int64'; readonly value: bigint }
  | { readonly kind: 'out-of-range' }
  | { readonly kind: 'fraction' };

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** Reads a number token. As in JSON Schema, `1.0`, `1e3` and `10e-1` are integers: the value counts, not the form. */
export function readIntegerToken(text: string): IntegerToken {
  if (/^-?\d{1,18}$/.test(text)) return { kind: 'int64', value: BigInt(text) };
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = trimZeros(whole + fraction);
  if (digits.significant === '') return { kind: 'int64', value: 0n };
  const scale = Number(exponent) - fraction.length + digits.dropped;
  if (scale < 0) return { kind: 'fraction' };
  if (digits.significant.length + scale > 19) return { kind: 'out-of-range' };
  const value = BigInt(`${sign}${digits.significant}${'0'.repeat(scale)}`);
  return value < smallest || value > largest ? { kind: 'out-of-range' } : { kind: 'int64', value };
}

/** Removes the zeros at both ends; `dropped` is the number of those at the right end. */
function trimZeros(digits: string): { readonly significant: string; readonly dropped: number } {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  let start = 0;
  while (start < end && digits[start] === '0') start += 1;
  return { significant: digits.slice(start, end), dropped: digits.length - end };
}
