import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { faultSchema } from '../src/faults/fault-schema.ts';
import { readJson } from '../src/json/json.ts';
import { errorBody, gapSettings, inlineScenario } from '../src/simulator/control-api/components.ts';
import type { ControlRoute } from '../src/simulator/control-api/control-route.ts';
import { routesByTag } from '../src/simulator/control-api/control-routes.ts';
import { fault } from '../src/simulator/control-api/fault-routes.ts';
import { profileFileSchema, scenarioSchema } from '../src/simulator/scenarios/scenario-schema.ts';
import { durationPattern } from '../src/text/duration.ts';
import { packageRoot } from '../src/version.ts';
import type { Schema } from './control-types.ts';

const duration = { $ref: '#/components/schemas/Duration' };
const yaml = z.string().meta({ examples: ['orders:\n  - id: 9007199254740993\n'] });
/** The schemas that the document shows as others. */
const shownAs: ReadonlyMap<z.core.$ZodType, z.ZodType> = new Map<z.core.$ZodType, z.ZodType>([
  [scenarioSchema, inlineScenario],
  [profileFileSchema.shape.gaps.unwrap(), gapSettings],
  [faultSchema, fault],
]);

const document = parseDocument(readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8'));
const node = (value: object) => document.createNode(value, { aliasDuplicateObjects: false });
const file = new URL('test/simulator/control-api/conversations/every-route.txt', packageRoot);
const exchange = /^> (?<request>\S+ \S+) ?(?<body>.*)\n< (?<status>\d+) ?(?<response>.*)$/gm;
/** The requests of the test of every route, with their responses. */
const sent = Array.from(readFileSync(file, 'utf8').matchAll(exchange), ({ groups = {} }) => groups);
const schemas: Record<string, Schema> = {};

/** Returns the text of `openapi/control.yaml`: what is there, with the schemas, paths and examples of the routes. */
export function controlDocumentText(): string {
  const { paths, components: old } = document.toJS();
  // The probes are served before the routes are loaded.
  document.set('paths', node({ '/livez': paths['/livez'], '/readyz': paths['/readyz'] }));
  schemaOf(errorBody);
  for (const [tag, rows] of Object.entries(routesByTag))
    for (const row of rows)
      document.setIn(['paths', row.path, row.method.toLowerCase()], node(operationOf(row, tag)));
  const { Duration, Probe } = old.schemas;
  document.setIn(['components', 'schemas'], node({ Duration, Probe, ...schemas }));
  return document.toString({ lineWidth: 120 }).replaceAll('#/$defs/', '#/components/schemas/');
}

function operationOf({ id, summary, description, open, body, accepts, ...row }: ControlRoute, tag: string) {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inPath = names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const inQuery = Object.entries(schemaOf(row.query).properties ?? {}).map(([name, one]) => {
    const { description, example, ...schema } = one as Schema;
    return { name, in: 'query', description, schema, example };
  });
  const pattern = new RegExp(`^${row.method} ${row.path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
  const examples = sent.filter(({ request = '' }) => pattern.test(request));
  const responses = Object.entries(row.responses).map(([status, one]) => {
    const texts = examples.flatMap(({ status: of, response = '' }) => (of === status ? response : []));
    const media = one instanceof z.ZodType ? { 'application/json': one } : one;
    const { description = 'The request succeeded.' } = one instanceof z.ZodType ? one : {};
    return [status, { description, ...(!(one instanceof z.ZodUndefined) && contentOf(media, texts)) }];
  });
  const bodies = examples.flatMap(({ body }) => body || []);
  const media = body && {
    'application/json': body,
    ...(accepts === 'scenario' && { 'application/yaml': yaml }),
  };
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: open ? [] : row.path === '/session' ? [{ session: [] }] : undefined,
    parameters: names.length + inQuery.length === 0 ? undefined : [...inPath, ...inQuery],
    requestBody: media && { required: !body.safeParse({}).success || undefined, ...contentOf(media, bodies) },
    responses: { ...Object.fromEntries(responses), '4XX': { $ref: '#/components/responses/Error' } },
  };
}

function contentOf(media: Readonly<Record<string, z.ZodType>>, texts: readonly string[]) {
  const content = Object.entries(media).map(([type, schema]) => {
    const example = texts.find((text) => text.startsWith('"') === (type !== 'application/json'));
    return [type, { schema: schemaOf(schema), example: example && readJson(example) }];
  });
  return { content: Object.fromEntries(content) };
}

/** Returns what a schema reads as JSON Schema, in which those with a name are references. */
function schemaOf(schema: z.ZodType): Schema {
  const json = z.toJSONSchema(z.array(schema), { io: 'input', unrepresentable: 'any', override: adapt });
  Object.assign(schemas, json.$defs);
  return json.items as Schema;
}

function adapt({ zodSchema, jsonSchema: schema }: { zodSchema: z.core.$ZodType; jsonSchema: Schema }) {
  delete schema.propertyNames;
  const other = shownAs.get(zodSchema);
  const shown = other ? schemaOf(other) : schema.pattern === durationPattern && duration;
  if (shown) {
    const { description } = schema;
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, shown, description && { description });
  }
  // Zod leaves out the default of a text that is transformed.
  if (zodSchema instanceof z.ZodDefault) schema.default = zodSchema.def.defaultValue as string;
}
