/** The part of JSON Schema that the control document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly example?: unknown;
};

type Draw = (below: number) => number;

const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  '',
  '__proto__',
  '../../etc/passwd',
  '\u0000\u001b[31m',
  '\ud800',
  'x'.repeat(5_000),
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  { constructor: { prototype: { polluted: true } } },
];
const texts = ['a', 'pending', '1ms', '2026-01-20T10:00:00Z', '9007199254740993', 'GET /x', 'least-promise'];
const numbers = [0, 1, 7, 99, 500, 48210013];

/** JSON texts that match a schema, except that one value in eight is hostile. */
export function createValues(resolve: (reference: string) => Schema, draw: Draw): (schema: Schema) => string {
  const pick = <T>(from: readonly T[]): T | undefined => from[draw(from.length)];
  const value = (schema: Schema, depth: number): unknown => {
    if (depth > 6 || draw(8) === 0) return pick(hostile);
    if (schema.$ref !== undefined) return value(resolve(schema.$ref), depth + 1);
    const choice = schema.oneOf ?? schema.anyOf;
    if (choice !== undefined) return value(pick(choice) ?? {}, depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    if (schema.example !== undefined && draw(2) === 0) return schema.example;
    return ofType(schema, depth);
  };
  const ofType = (schema: Schema, depth: number): unknown => {
    const type = typeof schema.type === 'string' ? schema.type : pick(schema.type ?? ['object']);
    if (type === 'integer' || type === 'number') return pick(numbers);
    if (type === 'boolean') return draw(2) === 0;
    if (type === 'string') return pick(texts);
    if (type === 'null') return null;
    if (type === 'array') return Array.from({ length: draw(4) }, () => value(schema.items ?? {}, depth + 1));
    return objectOf(schema, depth);
  };
  const objectOf = (schema: Schema, depth: number): unknown => {
    const properties = Object.entries(schema.properties ?? {}).filter(() => draw(2) === 0);
    const extra = draw(10) === 0 ? [[pick(texts) ?? '', pick(hostile)] as const] : [];
    const parts = (schema.allOf ?? []).map((part) => value(part, depth + 1));
    const own = properties.map(([name, one]) => [name, value(one, depth + 1)] as const);
    return Object.assign({}, ...parts, Object.fromEntries([...own, ...extra]));
  };
  return (schema) => JSON.stringify(value(schema, 0)) ?? '';
}
