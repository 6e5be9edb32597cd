import { controlErrors } from '../../src/http/control-response.ts';
import { json, s } from './schema.ts';
import type { Response, Schema } from './section.ts';

type Words = { readonly description?: string; readonly schema?: Schema; readonly example?: unknown };

const words: Readonly<Record<string, Words>> = {
  environment: {
    description:
      'The name of an environment: up to 63 lower-case letters, digits and hyphens; it cannot start with a hyphen. `production` is served at `/v1`, any other environment at `/{environment}/v1`. `v1` and `quickstart` are reserved.',
    example: 'production',
  },
  order: { description: 'An order id or a handle of the scenario.', example: 'pending' },
  hold: { description: 'The id of a hold.', example: 'gate-1' },
  fault: { description: 'The id of a fault.', example: 'fault-1' },
  key: { description: 'The id of a key.', example: 'key-1' },
  exchange: {
    description: 'The number of an exchange.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  scenario: { example: 'pending' },
  document: { schema: s.choice('store-orders', 'quickstart', 'control') },
  file: { description: 'A name of `manifest.json`.' },
};

/** The parameters of paths. */
export const pathParameters: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(words).map(([name, { schema = s.text, ...more }]) => [
    name,
    { name, in: 'path', required: true, schema, ...more },
  ]),
);

const refused = (description: string, code: keyof typeof controlErrors, message: string): Response =>
  json(description, s.ref('ErrorBody'), { code, message, status: controlErrors[code] });

const responses: Readonly<Record<'Error' | 'Full', Response>> = {
  Error: refused(
    'The request was refused. `message` lists every problem.',
    'environment_not_found',
    'There is no environment "cart"; GET /environments lists them.',
  ),
  Full: refused(
    'The memory of the process or of its container is nearly full. Everything else still works.',
    'out_of_memory',
    'There is no room for more: 104 of the 128 MiB of the memory of the container are in use; delete environments, or give the container more memory (docker run --memory).',
  ),
};

const response = (name: keyof typeof responses): Response => ({ $ref: `#/components/responses/${name}` });

/** Returns the refusals of a route. `given`: responses that replace them. */
export function refusals(
  path: string,
  grows: boolean,
  given: Readonly<Record<string, Response>>,
): Readonly<Record<string, Response>> {
  return {
    ...(given['4XX'] === undefined && { '4XX': response('Error') }),
    ...(path === '/readyz' && { 503: response('Error') }),
    ...(grows && { 507: response('Full') }),
  };
}

/** The document without its paths and schemas. */
export const frame = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: {
    title: 'Control API of store-orders-sim',
    version: '1.0.0',
    summary: 'Set the state of the simulator, inspect it, and inject faults.',
    description: `Every operation except \`/\`, the two probes, the documents and the files of the console requires
\`Authorization: Bearer TOKEN\`. The token is the value of \`SIM_CONTROL_TOKEN\`, or a random token that the simulator prints
when it starts. A request is refused with 403 if its Host is neither a loopback name nor listed in \`--control-hosts\`, or
if it comes from a web page of another origin.

The console, the page for people, signs in with \`POST /session\` instead, and sends the cookie of its session. A request
with the cookie that changes something needs the header \`X-CSRF-Token\` too.

Integers are exact to the last digit and are sent as JSON numbers. Times are RFC 3339. Durations are texts such as
\`500ms\`, \`30s\`, \`15m\`, \`2h\` and \`7d\`. An unknown field or query parameter is refused, and the message suggests the
nearest known name. Every refusal has an Error body. Its \`message\` lists every problem of the request, one per line.
`,
  },
  servers: [{ url: '{control_url}', variables: { control_url: { default: 'http://127.0.0.1:4011' } } }],
  security: [{ token: [] }, { session: [] }],
  tags: Object.entries({
    console: 'The page for people, and its sign-in.',
    simulator: 'Probes, metrics and OpenAPI documents.',
    environments: 'Base addresses, each with its own orders, keys, scenario, clock, faults and journal.',
    orders: 'The orders of one environment, including their status.',
    behaviour: 'Gap choices, faults, holds, clock and keys of one environment.',
    journal: 'The requests that clients sent, and the responses.',
  }).map(([name, description]) => ({ name, description })),
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The control token. API keys of the service are not accepted here, and the service does not accept the token.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'store-orders-sim-PORT',
        description:
          'The cookie that `POST /session` sets. Its name contains the port, since browsers share cookies between the ports of a host; with TLS it begins with `__Host-`, or `__Secure-` below the path of a proxy. Every method but GET and HEAD needs the header `X-CSRF-Token` with the `csrf` of the session.',
      },
    },
    parameters: pathParameters,
    requestBodies: {
      Nothing: {
        description: 'No body, or an empty JSON object.',
        content: { 'application/json': { schema: s.object({}) } },
      },
    },
    responses,
  },
};
