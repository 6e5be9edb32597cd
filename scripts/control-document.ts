import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { faultSchema } from '../src/faults/fault-schema.ts';
import { checkSchema } from '../src/journal-check-schema.ts';
import { readJson } from '../src/json/json.ts';
import * as components from '../src/simulator/control-api/components.ts';
import type { ControlRoute } from '../src/simulator/control-api/control-route.ts';
import { routesByTag } from '../src/simulator/control-api/control-routes.ts';
import { fault, faultMoment } from '../src/simulator/control-api/fault-status.ts';
import { orderStatus } from '../src/simulator/scenarios/order-schema.ts';
import * as scenarios from '../src/simulator/scenarios/scenario-schema.ts';
import { durationPattern } from '../src/text/duration.ts';
import { apiKey, integer } from '../src/text/field-schemas.ts';
import { packageRoot } from '../src/version.ts';
import type { Schema } from './control-types.ts';

const { errorBody, inlineScenario, gapSettings, check } = components;
const referenceTo = (kind: string, id: string) => ({ $ref: `#/components/${kind}/${id}` });
const yaml = z.string().meta({ examples: ['orders:\n  - id: 9007199254740993\n'] });
/** The schemas that the document shows as others. */
const shownAs: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [scenarios.scenarioSchema, 'InlineScenario'],
  [scenarios.profileFileSchema.shape.gaps.unwrap(), 'GapSettings'],
  [faultSchema, 'Fault'],
  [checkSchema, 'Check'],
]);
/** Elsewhere they have no name, so that the schema of scenarios contains them where they are used. */
const named = { ApiKey: apiKey, OrderStatus: orderStatus, ProfileName: scenarios.profileName };

const document = parseDocument(readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8'));
const node = (value: object) => document.createNode(value, { aliasDuplicateObjects: false });
const folder = new URL('test/simulator/control-api/conversations/', packageRoot);
/** The requests of the test of every route, with their responses. */
const sent = [
  ...readFileSync(new URL('every-route.txt', folder), 'utf8').matchAll(
    /^> (?<request>\S+ \S+) ?(?<body>.*)\n< (?<status>\d+) ?(?<response>.*)$/gm,
  ),
].map(({ groups = {} }) => groups);
const schemas: Record<string, Schema> = {};

/** Returns the text of `openapi/control.yaml`: what is there, with the schemas, paths and examples of the routes. */
export function controlDocumentText(): string {
  for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { ...schema.meta(), id });
  const { paths, components: old } = document.toJS();
  // The probes are served before the routes are loaded.
  document.set('paths', node({ '/livez': paths['/livez'], '/readyz': paths['/readyz'] }));
  for (const one of [errorBody, inlineScenario, gapSettings, fault, check, faultMoment]) schemaOf(one);
  for (const [tag, rows] of Object.entries(routesByTag))
    for (const row of rows) {
      const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters = names.map((name) => referenceTo('parameters', name));
      if (names.length > 0) document.setIn(['paths', row.path, 'parameters'], node(parameters));
      document.setIn(['paths', row.path, row.method.toLowerCase()], node(operationOf(row, tag)));
    }
  const { Duration, Probe } = old.schemas;
  document.setIn(['components', 'schemas'], node({ Duration, Probe, ...schemas }));
  return document.toString({ lineWidth: 120 }).replaceAll('#/$defs/', '#/components/schemas/');
}

function operationOf({ id, summary, description, open, body, accepts, ...row }: ControlRoute, tag: string) {
  const parameters = Object.entries(schemaOf(row.query).properties ?? {}).map(([name, one]) => {
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
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: media && { required: !body.safeParse({}).success || undefined, ...contentOf(media, bodies) },
    responses: { ...Object.fromEntries(responses), '4XX': referenceTo('responses', 'Error') },
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
  const { items, $defs } = z.toJSONSchema(z.array(schema), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema),
  });
  Object.assign(schemas, $defs);
  return items as Schema;
}

function adapt(zodSchema: z.core.$ZodTypes, schema: Schema): void {
  const { anyOf, description, default: ofSchema } = schema;
  const { def } = zodSchema._zod;
  delete schema.propertyNames;
  const shown = shownAs.get(zodSchema) ?? (schema.pattern === durationPattern ? 'Duration' : undefined);
  if (shown !== undefined) {
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, referenceTo('schemas', shown), description && { description });
  } else if (def.type === 'union' && anyOf !== undefined) {
    delete schema.anyOf;
    schema.oneOf = anyOf;
  }
  if (Object.is(zodSchema, integer)) schema['x-exact'] = true;
  // Zod leaves out the default of a text that is transformed.
  const given = def.type === 'default' ? def.defaultValue : ofSchema;
  if (given !== undefined) schema.default = given as string;
}
