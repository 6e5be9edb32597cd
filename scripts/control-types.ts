import { parse } from 'yaml';

/** The parts of JSON Schema from which types are made. `x-exact`: an integer of any size. */
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
  readonly 'x-exact'?: true;
  readonly [other: string]: unknown;
};
type Named<T> = Readonly<Record<string, T>>;
type Responses = Named<{ readonly content?: Named<{ readonly schema: Schema }> }>;
type Document = {
  readonly paths: Named<Named<{ readonly responses?: Responses }>>;
  readonly components: { readonly schemas: Named<Schema> };
};

/** Returns the text of `src/control-api.ts` for the text of `openapi/control.yaml`. */
export function controlTypesText(text: string): string {
  const { paths, components }: Document = parse(text);
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const responses = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses: given }]) =>
      given === undefined ? [] : `readonly '${method.toUpperCase()} ${path}': ${successOf(given)};`,
    ),
  );
  const types = indent(`${named.join('\n')}
/** The body of the successful response of each route. */
export type ControlResponses = {\n${responses.join('\n')}\n};`);
  return `// biome-ignore-all format: generated
// biome-ignore-all lint/style/noExcessiveLinesPerFile: generated
/** Types of the control API. Generated from openapi/control.yaml by \`npm run generate\`; do not edit. */

${types}
${exactNames(types)}`;
}

function successOf(responses: Responses): string {
  const media = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => typeOf(schema)));
  return media.length === 0 ? 'undefined' : [...new Set(media)].join(' | ');
}

function typeOf(schema: Schema): string {
  const { $ref, type, properties, required = [], items = {}, additionalProperties: values } = schema;
  if ($ref !== undefined) return $ref.replace(/.*\//, '');
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (schema.oneOf?.some(({ description }) => description !== undefined))
    return schema.oneOf.map((one) => `\n${comment(one)}| ${typeOf(one)}`).join('');
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeOf).join(' | ');
  if (type === 'integer') return schema.format === 'int64' || schema['x-exact'] ? 'bigint' : 'number';
  if (type === 'array') return listOf(typeOf(items));
  if (type !== 'object') return [type].flat().join(' | ');
  if (properties === undefined)
    return `Readonly<Record<string, ${typeof values === 'object' ? typeOf(values) : 'unknown'}>>`;
  const fields = Object.entries(properties).map(
    ([name, one]) => `${comment(one)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(one)};`,
  );
  const isShort = !fields.some((field) => field.includes('\n'));
  return isShort ? `{ ${fields.join(' ')} }` : `{\n${fields.join('\n')}\n}`;
}

function listOf(item: string): string {
  return `readonly ${/\W/.test(item) ? `(${item})` : item}[]`;
}

/** Indents the lines of types by their braces. */
function indent(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('}')) depth--;
    const indented = ('  '.repeat(depth) + line).trimEnd();
    if (line.endsWith('{')) depth++;
    return indented;
  });
  return lines.join('\n');
}

function comment({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description} */\n`;
}

/** Returns the names of properties, and of lists and mappings, whose integers are bigint. Throws if the same name has numbers elsewhere. */
function exactNames(types: string): string {
  const namesOf = (type: string) =>
    [...types.matchAll(new RegExp(`readonly (\\w+)\\??: (?:${type})\\b`, 'g'))].map(([, name]) => name);
  const mappings = [...types.matchAll(/type (\w+) = Readonly<Record<string, bigint>>/g)].map(
    ([, name]) => name,
  );
  const exact = namesOf('bigint');
  const both = namesOf('number').filter((name) => exact.includes(name));
  if (both.length > 0) throw new Error(`both exact and small integers: ${both.join(', ')}`);
  const setOf = (names: readonly unknown[]) => `new Set(${JSON.stringify([...new Set(names)])})`;
  const containers = namesOf(['readonly bigint', 'Readonly<Record<string, bigint', ...mappings].join('|'));
  return `/** Properties whose integers are bigint. */
export const exactProperties: ReadonlySet<string> = ${setOf(exact)};
/** Lists and mappings whose integers are bigint. */
export const exactContainers: ReadonlySet<string> = ${setOf(containers)};
`;
}
