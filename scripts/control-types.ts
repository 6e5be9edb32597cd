import { parse } from 'yaml';
import type { z } from 'zod';

/** A schema of the document. `x-exact`: an integer of any size. */
export type Schema = z.core.JSONSchema.BaseSchema;
type Named<T> = Readonly<Record<string, T>>;
type Operation = {
  readonly responses?: Named<{ readonly content?: Named<{ readonly schema: Schema }> }>;
};

/** Returns the text of `src/control-api.ts` for the text of `openapi/control.yaml`. */
export function controlTypesText(text: string): string {
  const document: { paths: Named<Named<Operation>>; components: { schemas: Named<Schema> } } = parse(text);
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) => {
      if (responses === undefined) return [];
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const media = successes.flatMap(([, { content = {} }]) => Object.values(content));
      const types = new Set(media.map(({ schema }) => typeOf(schema)));
      return `  readonly '${method.toUpperCase()} ${path}': ${[...types].join(' | ') || 'undefined'};\n`;
    }),
  );
  return `// biome-ignore-all format: generated
// biome-ignore-all lint/style/noExcessiveLinesPerFile: generated
/** Types of the control API. Generated from openapi/control.yaml by \`npm run generate\`; do not edit. */

${named.join('\n')}
/** The body of the successful response of each route. */
export type ControlResponses = {\n${operations.join('')}};
`;
}

function typeOf(schema: Schema, margin = ''): string {
  const { $ref, const: value, enum: values, anyOf, type, properties = {}, required = [] } = schema;
  if ($ref !== undefined) return $ref.replace(/.*\//, '');
  if (value !== undefined) return `'${value}'`;
  if (values !== undefined) return values.map((one) => `'${one}'`).join(' | ');
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, margin)).join(' | ');
  if (type === 'integer') return schema.format === 'int64' || schema['x-exact'] ? 'bigint' : 'number';
  if (type === 'array') return `ReadonlyArray<${typeOf(schema.items as Schema, margin)}>`;
  if (type !== 'object') return [type].flat().join(' | ');
  if (typeof schema.additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>`;
  const inner = `${margin}  `;
  const fields = Object.entries(properties as Named<Schema>).map(
    ([name, one]) =>
      `${comment(one, inner)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(one, inner)};`,
  );
  if (fields.length === 0) return 'Readonly<Record<string, unknown>>';
  if (!fields.some((field) => field.includes('\n'))) return `{ ${fields.join(' ')} }`;
  return `{\n${fields.map((field) => `${inner}${field}\n`).join('')}${margin}}`;
}

function comment({ description }: Schema, margin = ''): string {
  return description === undefined ? '' : `/** ${description} */\n${margin}`;
}
