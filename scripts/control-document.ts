import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { faultSchema } from '../src/faults/fault-schema.ts';
import { refusal } from '../src/http/control-response.ts';
import { checkSchema } from '../src/journal-check-schema.ts';
import { readJson } from '../src/json/json.ts';
import * as components from '../src/simulator/control-api/components.ts';
import { type ControlRoute, route } from '../src/simulator/control-api/control-route.ts';
import { routesByTag } from '../src/simulator/control-api/control-routes.ts';
import { fault, faultMoment } from '../src/simulator/control-api/fault-status.ts';
import { orderStatus } from '../src/simulator/scenarios/order-schema.ts';
import {
  profileFileSchema,
  profileName,
  scenarioSchema,
} from '../src/simulator/scenarios/scenario-schema.ts';
import { durationPattern } from '../src/text/duration.ts';
import { apiKey, integer } from '../src/text/field-schemas.ts';
import { packageRoot } from '../src/version.ts';

type Schemas = Record<string, z.core.JSONSchema.BaseSchema>;
type Examples = readonly Readonly<Record<string, string | undefined>>[];

const referenceTo = (kind: string, id: string) => ({ $ref: `#/components/${kind}/${id}` });
const duration = z.string().meta({
  id: 'Duration',
  description: 'A whole number of milliseconds, seconds, minutes, hours or days, at most 365d.',
  pattern: durationPattern,
  examples: ['500ms', '30s', '2m'],
});
/** The schemas that the document shows as others, with a name. */
const shownAs: ReadonlyMap<z.core.$ZodType, z.ZodType> = new Map<z.core.$ZodType, z.ZodType>([
  [scenarioSchema, components.inlineScenario],
  [profileFileSchema.shape.gaps.unwrap(), components.gapSettings],
  [faultSchema, fault],
  [checkSchema, components.check],
]);
// Elsewhere they have no name, so that the schema of scenarios contains them where they are used.
const named = { ApiKey: apiKey, OrderStatus: orderStatus, ProfileName: profileName };
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { ...schema.meta(), id });

/** The probes, which are served before the routes are loaded. */
const probes = [
  { name: 'GET /livez', id: 'getLiveness', summary: 'Check that the process is alive' },
  { name: 'GET /readyz', id: 'getReadiness', summary: 'Check that the simulator accepts requests' },
].map(({ name, ...words }) =>
  route(name as `GET /${string}`, {
    ...words,
    open: true,
    responses: { 200: components.probe },
    handle: () => refusal('not_ready', 'The routes are not loaded.'),
  }),
);
const tags: Readonly<Record<string, readonly ControlRoute[]>> = {
  ...routesByTag,
  simulator: [...probes, ...routesByTag.simulator],
};

/** The requests of the test of every route, with their responses. */
const transcript = readFileSync(
  new URL('test/simulator/control-api/conversations/every-route.txt', packageRoot),
  'utf8',
);
const sent = [
  ...transcript.matchAll(/^> (?<request>\S+ \S+) ?(?<body>.*)\n< (?<status>\d+) ?(?<response>.*)$/gm),
].map(({ groups = {} }) => groups);
const read = (json: string | undefined) => (json ? readJson(json) : undefined);

/** Returns the text of `openapi/control.yaml`: what is there, with the schemas, the paths and the examples of the routes. */
export function controlDocumentText(): string {
  const document = parseDocument(readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8'));
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Schemas = {};
  for (const one of [components.errorBody, ...shownAs.values(), faultMoment, duration])
    schemaOf(one, schemas);
  for (const [tag, rows] of Object.entries(tags))
    for (const row of rows) {
      const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters = names.map((name) => referenceTo('parameters', name));
      paths[row.path] ??= names.length === 0 ? {} : { parameters };
      Object.assign(paths[row.path] ?? {}, { [row.method.toLowerCase()]: operationOf(row, tag, schemas) });
    }
  const node = (value: object) => document.createNode(value, { aliasDuplicateObjects: false });
  document.setIn(['components', 'schemas'], node(schemas));
  document.set('paths', node(paths));
  return document.toString({ lineWidth: 120 }).replaceAll('#/$defs/', '#/components/schemas/');
}

function operationOf(row: ControlRoute, tag: string, schemas: Schemas): object {
  const { id, summary, description, open, method, path, query, responses } = row;
  const { properties = {} } = query === undefined ? {} : schemaOf(query, schemas);
  const parameters = Object.entries(properties).map(([name, one]) => {
    const { description, example, ...schema } = one as Schemas[string];
    return { name, in: 'query', description, schema, example };
  });
  const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
  const examples = sent.filter(({ request = '' }) => pattern.test(request));
  const given = Object.entries(responses).map(([status, one]) => {
    const ofStatus = examples.filter((example) => example.status === status);
    return [status, responseOf(one, ofStatus, schemas)];
  });
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: open ? [] : path === '/session' ? [{ session: [] }] : undefined,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: requestBodyOf(row, read(examples.find(({ body }) => body)?.body), schemas),
    responses: {
      ...Object.fromEntries(given),
      '4XX': referenceTo('responses', 'Error'),
      503: path === '/readyz' ? referenceTo('responses', 'Error') : undefined,
    },
  };
}

function requestBodyOf(
  { body, accepts }: ControlRoute,
  example: unknown,
  schemas: Schemas,
): object | undefined {
  if (body === undefined) return undefined;
  if (body instanceof z.ZodObject && Object.keys(body.shape).length === 0)
    return referenceTo('requestBodies', 'Nothing');
  const yaml = { schema: { type: 'string' }, example: 'orders:\n  - id: 9007199254740993\n' };
  return {
    required: body.safeParse({}).success ? undefined : true,
    content: {
      'application/json': { schema: schemaOf(body, schemas), example },
      'application/yaml': accepts === 'scenario' ? yaml : undefined,
    },
  };
}

function responseOf(one: ControlRoute['responses'][number], examples: Examples, schemas: Schemas): object {
  if (one === components.errorBody) return referenceTo('responses', 'Full');
  const media = one instanceof z.ZodType ? { 'application/json': one } : one;
  const { description = 'The request succeeded.' } = one instanceof z.ZodType ? one : {};
  if (one instanceof z.ZodUndefined) return { description };
  const content = Object.entries(media).map(([type, each]) => {
    const isJson = type === 'application/json';
    const example = read(examples.find(({ response }) => isJson !== response?.startsWith('"'))?.response);
    return [type, { schema: schemaOf(each, schemas), example }];
  });
  return { description, content: Object.fromEntries(content) };
}

/** Returns what a schema reads as JSON Schema, and adds what it refers to: in it, those with a name are references. */
function schemaOf(schema: z.ZodType, schemas: Schemas): z.core.JSONSchema.BaseSchema {
  const { items, $defs } = z.toJSONSchema(z.array(schema), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema),
  });
  Object.assign(schemas, $defs);
  return items as Schemas[string];
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
  const shown =
    shownAs.get(zodSchema) ??
    (schema.pattern === durationPattern && !Object.is(zodSchema, duration) ? duration : undefined);
  if (shown === undefined) return;
  for (const key of Object.keys(schema)) if (key !== 'description' && key !== 'default') delete schema[key];
  Object.assign(schema, referenceTo('schemas', shown.meta()?.id ?? ''));
}
