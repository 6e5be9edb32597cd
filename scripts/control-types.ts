import { parse } from 'yaml';

/** The parts of JSON Schema from which types are made. */
export type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  /** Our extension: an integer of any size. */
  readonly 'x-exact'?: true;
  readonly [other: string]: unknown;
};
type Named<T> = Readonly<Record<string, T>>;
type Document = {
  readonly paths: Named<
    Named<{ readonly responses?: Named<{ readonly content?: Named<{ schema: Schema }> }> }>
  >;
  readonly components: { readonly schemas: Named<Schema> };
};

const head = `// biome-ignore-all format: generated
// biome-ignore-all lint/style/noExcessiveLinesPerFile: generated
/** Types of the control API. Generated from openapi/control.yaml by \`npm run generate\`; do not edit. */
`;

/** Returns the text of `src/control-api.ts` for the text of `openapi/control.yaml`. */
export function controlTypesText(text: string): string {
  const { paths, components }: Document = parse(text);
  const { schemas } = components;
  const types = Object.entries(schemas).map(
    ([name, schema]) =>
      `${comment(schema, '')}export type ${name} =${typeOf(schema).replace(/^(?=\S)/, ' ')};`,
  );
  const responses = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses: given }]) =>
      given === undefined ? [] : `  readonly '${method.toUpperCase()} ${path}': ${successOf(given)};`,
    ),
  );
  return [
    head,
    ...types,
    '/** The body of the successful response of each route. */',
    `export type ControlResponses = {\n${responses.join('\n')}\n};`,
    ...exactNames(schemas),
    '',
  ].join('\n');
}

function successOf(responses: Named<{ readonly content?: Named<{ schema: Schema }> }>): string {
  const media = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => typeOf(schema, '  ')));
  return [...new Set(media.length === 0 ? ['undefined'] : media)].join(' | ');
}

function typeOf(schema: Schema, indent = ''): string {
  const { $ref, type, properties, items, additionalProperties } = schema;
  if ($ref !== undefined) return nameOf($ref);
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `'${value}'`).join(' | ');
  const several = schema.oneOf;
  if (several?.every(({ description }) => description === undefined))
    return several.map((one) => typeOf(one, indent)).join(' | ');
  if (several !== undefined)
    return several
      .map((one) => `\n${comment(one, `${indent}  `)}${indent}  | ${typeOf(one, `${indent}  `)}`)
      .join('');
  if (type === 'integer') return isExact(schema) ? 'bigint' : 'number';
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'array') {
    const item = typeOf(items ?? {}, indent);
    return /^\w+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
  }
  if (type !== 'object') return String(type);
  if (properties !== undefined) return objectOf(schema, `${indent}  `);
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
}

function objectOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const fields = Object.entries(properties).map(
    ([name, one]) =>
      `${comment(one, indent)}${indent}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(one, indent)};\n`,
  );
  const line = `{ ${fields.map((field) => field.trim()).join(' ')} }`;
  return line.length < 90 && !line.includes('/**') ? line : `{\n${fields.join('')}${indent.slice(2)}}`;
}

function comment({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description} */\n`;
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function isExact({ format, 'x-exact': exact }: Schema): boolean {
  return format === 'int64' || exact === true;
}

/** Returns the names of properties, and of lists and mappings, whose integers are bigint. Throws if the same name has numbers elsewhere. */
function exactNames(schemas: Named<Schema>): readonly string[] {
  const named = { bigint: new Set<string>(), number: new Set<string>(), inside: new Set<string>() };
  const visit = (schema: Schema, name: string): void => {
    const { items, additionalProperties, properties = {} } = schemas[nameOf(schema.$ref ?? '')] ?? schema;
    const element = items ?? additionalProperties;
    if (schema.type === 'integer') named[isExact(schema) ? 'bigint' : 'number'].add(name);
    if (typeof element === 'object') isExact(element) ? named.inside.add(name) : visit(element, name);
    if (schema.$ref !== undefined) return;
    for (const [key, one] of Object.entries(properties)) visit(one, key);
    for (const one of schema.oneOf ?? []) visit(one, name);
  };
  for (const schema of Object.values(schemas)) visit(schema, '');
  const both = [...named.bigint].filter((name) => named.number.has(name));
  if (both.length > 0) throw new Error(`both exact and small integers: ${both.join(', ')}`);
  const setOf = (names: ReadonlySet<string>) => `new Set(${JSON.stringify([...names].filter(Boolean))})`;
  return [
    '/** Properties whose integers are bigint. */',
    `export const exactProperties: ReadonlySet<string> = ${setOf(named.bigint)};`,
    '/** Lists and mappings whose integers are bigint. */',
    `export const exactContainers: ReadonlySet<string> = ${setOf(named.inside)};`,
  ];
}
