/** A value of a JSON text with its place: `start` to `end` are bytes of the text, `end` not included. */
export type JsonNode =
  | {
      readonly kind: 'object';
      readonly start: number;
      readonly end: number;
      readonly members: readonly JsonMember[];
      readonly repeats: boolean;
    }
  | {
      readonly kind: 'array';
      readonly start: number;
      readonly end: number;
      readonly items: readonly JsonNode[];
    }
  | { readonly kind: 'string'; readonly start: number; readonly end: number; readonly value: string }
  /** `text` has every digit as written. */
  | { readonly kind: 'number'; readonly start: number; readonly end: number; readonly text: string }
  | {
      readonly kind: 'literal';
      readonly start: number;
      readonly end: number;
      readonly value: boolean | null;
    };

/** A member of an object; `at` is the byte where its name begins. */
export type JsonMember = { readonly name: string; readonly at: number; readonly value: JsonNode };

/** What breaks RFC 8259 in a text, where (JSON pointer and byte) and what would have been right. */
export type JsonFlaw = {
  readonly pointer: string;
  readonly at: number;
  readonly what: string;
  readonly expected: string;
};

/** One more step of a JSON pointer, escaped. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What a value is, with its article, for messages. */
export function kindInWords(node: JsonNode): string {
  if (node.kind === 'literal') return node.value === null ? 'null' : 'a boolean';
  return node.kind === 'object' || node.kind === 'array' ? `an ${node.kind}` : `a ${node.kind}`;
}

/** The members of an object, each name once; of two with one name the last, as JavaScript reads it. */
export function lastMembers({ members, repeats }: JsonNode & { kind: 'object' }): readonly JsonMember[] {
  return repeats ? [...new Map(members.map((member) => [member.name, member])).values()] : members;
}

/**
 * The value as JavaScript holds it, for a validator. An integer too large for a double stays a finite one, so that
 * it is still an integer.
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
