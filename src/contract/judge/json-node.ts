import type { JsonBuilder, JsonMember as Member } from '../../json/strict-json.ts';
import { isInt64 } from '../../order-id.ts';
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

const longestNumber = 100;

/**
 * Returns the int64 that a number token is, with every digit; undefined if it is none. As in JSON Schema, `1.0`, `1e3` and
 * `10e-1` are integers: the value counts, not the form.
 */
export function int64In(text: string): bigint | undefined {
  if (/^-?\d{1,18}$/.test(text)) return BigInt(text);
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length;
  if (text.length > longestNumber || Math.abs(shift) > longestNumber) return undefined;
  const digits = BigInt(whole + fraction);
  const power = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % power !== 0n) return undefined;
  const value = shift < 0 ? digits / power : digits * power;
  return isInt64(value) ? value : undefined;
}
