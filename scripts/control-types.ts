import { parse } from 'yaml';
import type { z } from 'zod';

export type Schema = z.core.JSONSchema.BaseSchema;
type Responses = Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>;
type Document = {
  readonly paths: Record<string, Record<string, { readonly responses: Responses }>>;
  readonly components: { readonly schemas: Record<string, Schema> };
};

const comment = ({ description }: Schema, margin = '') =>
  description === undefined ? '' : `/** ${description} */\n${margin}`;

/** Returns the text of `src/control-api.ts` for the text of `openapi/control.yaml`. */
export function controlTypesText(text: string): string {
  const { paths, components }: Document = parse(text);
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]) => {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const media = successes.flatMap(([, { content = {} }]) => Object.values(content));
      const types = new Set(media.map(({ schema }) => typeOf(schema)));
      return `  readonly '${method.toUpperCase()} ${path}': ${[...types].join(' | ') || 'undefined'};\n`;
    }),
  );
  return `/** Types of the control API. Generated from openapi/control.yaml by \`npm run generate\`; do not edit. */

${named.join('\n')}
/** The body of the successful response of each route. */
export type ControlResponses = {\n${operations.join('')}};\n`;
}

function typeOf(schema: Schema, margin = ''): string {
  const { $ref, const: only, enum: values = only && [only], oneOf, anyOf = oneOf, type } = schema;
  if ($ref !== undefined) return $ref.replace(/.*\//, '');
  if (values) return values.map((one) => `'${one}'`).join(' | ');
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, margin)).join(' | ');
  // An integer without bounds, like an order id, can be larger than a double holds exactly.
  if (type === 'integer') return schema.minimum === undefined ? 'bigint' : 'number';
  if (type === 'array') return `ReadonlyArray<${typeOf(schema.items as Schema, margin)}>`;
  if (type !== 'object') return [type].flat().join(' | ');
  if (typeof schema.additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>`;
  const inner = `${margin}  `;
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, one]) =>
      `${comment(one, inner)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(one, inner)};`,
  );
  if (fields.length === 0) return 'Readonly<Record<string, unknown>>';
  if (!fields.some((field) => field.includes('\n'))) return `{ ${fields.join(' ')} }`;
  return `{\n${fields.map((field) => `${inner}${field}\n`).join('')}${margin}}`;
}
