import { isDeepStrictEqual } from 'node:util';
import type { ControlDocument } from './document.ts';
import type { Schema } from './section.ts';

type Named<T> = Readonly<Record<string, T>>;

const head = `// biome-ignore-all format: generated
// biome-ignore-all lint/style/noExcessiveLinesPerFile: generated
/** Types of the control API. Generated from openapi/control.yaml by \`npm run generate\`; do not edit. */

`;
const width = 110;

/** Returns the text of `src/control-api.ts`. */
export function controlApiTypes(document: ControlDocument): string {
  const { schemas } = document.components;
  const named = Object.entries(schemas).filter(([, schema]) => !isText(schema));
  const types = named.map(([name, schema]) => {
    const base = named.find(([other, one]) => other !== name && extendsSchema(schema, one));
    const own = base === undefined ? schema : ownPart(schema, base[1]);
    const start = `export type ${name} =`;
    const text = print(own, schemas, start, 0);
    return `${comment(schema, 0)}${start}${base === undefined ? '' : ` ${base[0]} &`}${text};\n`;
  });
  return [head, ...types, responseTypes(document)].join('');
}

function responseTypes({ paths, components }: ControlDocument): string {
  const properties: Record<string, Schema> = {};
  for (const [path, item] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(item))
      if (responses !== undefined)
        properties[`'${method.toUpperCase()} ${path}'`] = union(
          Object.entries(responses)
            .filter(([status]) => status.startsWith('2'))
            .map(([, given]) => components.responses[lastStep(given.$ref)] ?? given)
            .flatMap(({ content = {} }) => Object.values(content).map(({ schema }) => schema)),
        );
  const schema = {
    description: 'The body of the successful response of each route.',
    properties,
    required: Object.keys(properties),
  };
  const start = 'export type ControlResponses =';
  return `${comment(schema, 0)}${start}${printObject(schema, components.schemas, 0)};\n`;
}

function union(all: readonly Schema[]): Schema {
  const different = all.filter((one, at) => all.findIndex((other) => same(one, other)) === at);
  return different.length === 1 ? (different[0] ?? {}) : { anyOf: different };
}

/** Prints a type after `start`: on the same line if it fits, else over several lines. */
function print(schema: Schema, schemas: Named<Schema>, start: string, indent: number): string {
  const line = inline(schema, schemas);
  const hasComments = Object.values(schema.properties ?? {}).some(({ description }) => description);
  const documented = hasComments || options(schema).some(({ description }) => description);
  if (!documented && line.length + start.length + indent + 2 <= width) return ` ${line}`;
  if (schema.properties !== undefined) return printObject(schema, schemas, indent);
  if (schema.enum !== undefined)
    return `\n${fill(
      schema.enum.map((value) => `| '${value}'`),
      ' '.repeat(indent + 2),
    )}`;
  const lines = options(schema).map((one) => {
    const object = print({ ...one, description: '' }, schemas, '|', indent + 2);
    return `\n${comment(one, indent + 2)}${' '.repeat(indent + 2)}|${object}`;
  });
  return lines.length === 0 ? ` ${line}` : lines.join('');
}

function printObject(schema: Schema, schemas: Named<Schema>, indent: number): string {
  const inner = ' '.repeat(indent + 2);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const start = `readonly ${name}${schema.required?.includes(name) ? '' : '?'}:`;
    return `${comment(property, indent + 2)}${inner}${start}${print(property, schemas, start, indent + 2)};\n`;
  });
  return ` {\n${lines.join('')}${' '.repeat(indent)}}`;
}

function inline(schema: Schema, schemas: Named<Schema>): string {
  if (schema.$ref !== undefined) {
    const name = lastStep(schema.$ref);
    return isText(schemas[name] ?? {}) ? 'string' : name;
  }
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `'${value}'`).join(' | ');
  const several = options(schema);
  if (several.length > 0) return several.map((one) => inline(one, schemas)).join(' | ');
  if (schema.type === 'array') {
    const item = inline(schema.items ?? {}, schemas);
    return `readonly ${item.includes(' | ') && !item.startsWith('{') ? `(${item})` : item}[]`;
  }
  if (schema.type === 'integer') return isExact(schema) ? 'bigint' : 'number';
  if (schema.type !== 'object') return String(schema.type);
  const { properties, additionalProperties } = schema;
  if (properties === undefined)
    return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? inline(additionalProperties, schemas) : 'unknown'}>>`;
  const fields = Object.entries(properties).map(
    ([name, one]) => `readonly ${name}${schema.required?.includes(name) ? '' : '?'}: ${inline(one, schemas)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/**
 * The integers whose type is bigint: the names of their properties, and of the lists and mappings that contain them.
 * Throws if an integer of the same name is a number elsewhere.
 */
export function exactIntegers({ components: { schemas } }: ControlDocument): {
  readonly properties: ReadonlySet<string>;
  readonly containers: ReadonlySet<string>;
} {
  const properties: Record<'bigint' | 'number', Set<string>> = { bigint: new Set(), number: new Set() };
  const containers = new Set<string>();
  const visit = (schema: Schema, name: string): void => {
    if (schema.type === 'integer' && name !== '') properties[isExact(schema) ? 'bigint' : 'number'].add(name);
    const { items, additionalProperties } = schemas[lastStep(schema.$ref)] ?? schema;
    const element = items ?? additionalProperties;
    if (typeof element === 'object' && isExact(element) && name !== '') containers.add(name);
    if (typeof element === 'object' && schema.$ref === undefined) visit(element, '');
    for (const [key, one] of Object.entries(schema.properties ?? {})) visit(one, key);
    for (const one of options(schema)) visit(one, '');
  };
  for (const schema of Object.values(schemas)) visit(schema, '');
  const both = [...properties.bigint].filter((name) => properties.number.has(name));
  if (both.length > 0) throw new Error(`both exact and small integers: ${both.join(', ')}`);
  return { properties: properties.bigint, containers };
}

function isText(schema: Schema): boolean {
  return schema.type === 'string' && schema.enum === undefined;
}

function isExact({ type, format, 'x-exact': exact }: Schema): boolean {
  return type === 'integer' && (format === 'int64' || exact === true);
}

function options({ oneOf, anyOf, type }: Schema): readonly Schema[] {
  return oneOf ?? anyOf ?? (typeof type === 'object' ? type.map((one) => ({ type: one })) : []);
}

/** Whether every property of `base` is a property of `schema` too, with the same schema and required at least as much. */
function extendsSchema(schema: Schema, base: Schema): boolean {
  const from = Object.entries(base.properties ?? {});
  const { properties = {}, required = [] } = schema;
  return (
    from.length > 1 &&
    from.length < Object.keys(properties).length &&
    (base.required ?? []).every((name) => required.includes(name)) &&
    from.every(([name, one]) => same(one, properties[name] ?? {}))
  );
}

function ownPart(schema: Schema, base: Schema): Schema {
  const { properties = {}, required = [] } = schema;
  const own = Object.entries(properties).filter(
    ([name]) =>
      base.properties?.[name] === undefined || (required.includes(name) && !base.required?.includes(name)),
  );
  return { ...schema, properties: Object.fromEntries(own) };
}

/** Whether two schemas are equal, except for their descriptions. */
function same({ description: _, ...one }: Schema, { description: __, ...other }: Schema): boolean {
  return isDeepStrictEqual(one, other);
}

function lastStep(reference = ''): string {
  return reference.split('/').at(-1) ?? '';
}

function comment({ description }: Schema, indent: number): string {
  if (!description) return '';
  const space = ' '.repeat(indent);
  const words = description.trim().split(/\s+/);
  const line = `${space}/** ${words.join(' ')} */\n`;
  if (line.length <= width + 1) return line;
  return `${space}/**\n${fill(words, `${space} * `)}\n${space} */\n`;
}

/** Joins words to lines that begin with `start` and are not longer than the width. */
function fill(words: readonly string[], start: string): string {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(start + word);
  }
  return lines.join('\n');
}
