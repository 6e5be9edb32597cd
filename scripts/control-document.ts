import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { components, errorBody, probe, shownAs } from '../src/simulator/control-api/components.ts';
import type { ControlRoute } from '../src/simulator/control-api/control-route.ts';
import { routesByTag } from '../src/simulator/control-api/control-routes.ts';
import { durationPattern } from '../src/text/duration.ts';
import { integer } from '../src/text/field-schemas.ts';
import { packageRoot } from '../src/version.ts';
import type { Schema } from './control-types.ts';

type Words = Pick<ControlRoute, 'id' | 'summary' | 'responses' | 'path' | 'method'>;
type Row = Words & { readonly [Key in keyof ControlRoute]?: ControlRoute[Key] | undefined };
type Described = Exclude<Row['responses'][number], undefined>;

const referenceTo = (kind: string, id: string) => ({ $ref: `#/components/${kind}/${id}` });
const duration = z
  .string()
  .meta({
    description: 'A whole number of milliseconds, seconds, minutes, hours or days, at most 365d.',
    pattern: durationPattern,
    examples: ['500ms', '30s', '2m'],
  })
  .register(components, { id: 'Duration' });

/** The probes, which are served before the routes are loaded. */
const probes: readonly Row[] = [
  { id: 'getLiveness', summary: 'Check that the process is alive', path: '/livez' },
  { id: 'getReadiness', summary: 'Check that the simulator accepts requests', path: '/readyz' },
].map((row) => ({ ...row, method: 'GET', open: true, responses: { 200: probe } }));
const tags: Readonly<Record<string, readonly Row[]>> = {
  ...routesByTag,
  simulator: [...probes, ...routesByTag.simulator],
};

/** Returns the text of `openapi/control.yaml`: what is there, with the schemas and the paths of the routes. */
export function controlDocumentText(): string {
  const document = parseDocument(readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8'));
  const json = allSchemas(Object.values(tags).flat());
  const named = Object.entries(json).filter(([id]) => !id.startsWith(unnamed));
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, rows] of Object.entries(tags))
    for (const row of rows) {
      const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters = names.map((name) => referenceTo('parameters', name));
      paths[row.path] ??= names.length === 0 ? {} : { parameters };
      Object.assign(paths[row.path] ?? {}, { [row.method.toLowerCase()]: operationOf(row, tag, json) });
    }
  const node = (value: object) => document.createNode(value, { aliasDuplicateObjects: false });
  document.setIn(['components', 'schemas'], node(Object.fromEntries(named)));
  document.set('paths', node(paths));
  return document.toString({ lineWidth: 120 });
}

type Schemas = Readonly<Record<string, Schema>>;

function operationOf(row: Row, tag: string, json: Schemas): object {
  const { id, summary, description, open, path, query, responses } = row;
  const { properties = {} } = query === undefined ? {} : schemaOf(query, json);
  const parameters = Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
    example,
  }));
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: open ? [] : path === '/session' ? [{ session: [] }] : undefined,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: requestBodyOf(row, json),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, one]) => [status, responseOf(one, json)]),
      ),
      '4XX': referenceTo('responses', 'Error'),
      503: path === '/readyz' ? referenceTo('responses', 'Error') : undefined,
    },
  };
}

function requestBodyOf({ body, accepts, example }: Row, json: Schemas): object | undefined {
  if (body === undefined) return undefined;
  if (body instanceof z.ZodObject && Object.keys(body.shape).length === 0)
    return referenceTo('requestBodies', 'Nothing');
  const yaml = { schema: { type: 'string' }, example: 'orders:\n  - id: 9007199254740993\n' };
  return {
    required: body.safeParse({}).success ? undefined : true,
    content: {
      'application/json': { schema: schemaOf(body, json), example },
      'application/yaml': accepts === 'scenario' ? yaml : undefined,
    },
  };
}

function responseOf(one: Described, json: Schemas): object {
  if (one === errorBody) return referenceTo('responses', 'Full');
  const media = one instanceof z.ZodType ? { 'application/json': one } : one;
  const { description = 'The request succeeded.' } = one instanceof z.ZodType ? one : {};
  if (one instanceof z.ZodUndefined) return { description };
  const content = Object.entries(media).map(([type, each]) => [type, { schema: schemaOf(each, json) }]);
  return { description, content: Object.fromEntries(content) };
}

const unnamed = 'unnamed ';
const idOf = (schema: z.ZodType): string | undefined => components.get(schema)?.id ?? shownAs.get(schema);

function schemaOf(schema: z.ZodType, json: Schemas): Schema {
  const id = idOf(schema) ?? '';
  return id.startsWith(unnamed) ? (json[id] ?? {}) : referenceTo('schemas', id);
}

/** Returns what the schemas of the routes read as JSON Schema, by their names. */
function allSchemas(rows: readonly Row[]): Schemas {
  for (const { query, body, responses } of rows)
    for (const one of [query, body, ...Object.values(responses)])
      for (const schema of one === undefined || one instanceof z.ZodType ? [one] : Object.values(one))
        if (schema !== undefined && idOf(schema) === undefined)
          components.add(schema, { id: unnamed + crypto.randomUUID() });
  const { schemas } = z.toJSONSchema(components, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => referenceTo('schemas', id).$ref,
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as Schema]),
  );
}

function adapt(zodSchema: z.core.$ZodTypes, schema: z.core.JSONSchema.BaseSchema): void {
  const { def } = zodSchema._zod;
  delete schema.propertyNames;
  // Zod leaves out the default of a text that is transformed.
  if (def.type === 'default') schema.default = def.defaultValue as string;
  if (Object.is(zodSchema, integer)) schema['x-exact'] = true;
  if (def.type === 'union' && schema.anyOf !== undefined) {
    schema.oneOf = schema.anyOf;
    delete schema.anyOf;
  }
  const isDuration = schema.pattern === durationPattern && !Object.is(zodSchema, duration);
  const name = isDuration ? 'Duration' : shownAs.get(zodSchema as unknown as z.ZodType);
  if (name === undefined) return;
  for (const key of Object.keys(schema)) if (key !== 'description' && key !== 'default') delete schema[key];
  Object.assign(schema, referenceTo('schemas', name));
}
