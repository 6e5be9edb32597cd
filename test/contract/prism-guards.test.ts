import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createInstance, getHttpOperationsFromSpec, type IHttpProxyConfig } from '@stoplight/prism-http';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveHere } from '../support/serve-here.ts';
import { contractPath } from './responses/ask.ts';

// Faults of Prism that the checker works around. If a test fails here after an upgrade, Prism has fixed the fault, and
// the workaround in src/contract/ can be deleted.

type Document = Record<string, never>;

const document = (change: (text: string) => string = (text) => text): Promise<Document> =>
  readFile(contractPath, 'utf8').then((text) => parse(change(text)) as Document);

type Logger = Parameters<typeof createInstance>[1]['logger'];

const logger: Logger = new Proxy({} as Logger, {
  get: (_target, name) => (name === 'child' ? () => logger : () => undefined),
});

const config: IHttpProxyConfig = {
  isProxy: true,
  upstream: new URL('http://127.0.0.1/'),
  upstreamProxy: undefined,
  mock: { dynamic: false },
  errors: false,
  validateRequest: false,
  validateResponse: true,
  checkSecurity: false,
};

type GivenResponse = { readonly statusCode: number; readonly type?: string; readonly body?: unknown };

/** Returns the violations of a response to the list, as `severity message`. */
async function judged({ statusCode, type = 'application/json', body }: GivenResponse, contract?: Document) {
  const operations = await getHttpOperationsFromSpec(contract ?? (await document()));
  const output = { statusCode, headers: { 'content-type': type }, body };
  const forward = () => () => async () => ({ _tag: 'Right', right: output }) as const;
  const prism = createInstance(config, { logger, forward });
  const result = await prism.request({ method: 'get', url: { path: '/store/orders' } }, operations)();
  if (result._tag === 'Left') throw result.left;
  return result.right.validations.output.map(({ severity, message }) => `${severity} ${message}`);
}

/** Returns what Prism's own transport makes of an upstream. */
async function proxied(
  respond: (path: string) => { status: number; headers?: Record<string, string>; body?: string },
) {
  const listener: RequestListener = (request, response) => {
    const { status, headers, body } = respond(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
    response.end(body);
  };
  await using server = await serveHere(createServer(listener));
  const upstream = new URL(server.origin);
  const operations = await getHttpOperationsFromSpec(await document());
  const prism = createInstance({ ...config, upstream }, { logger });
  const result = await prism.request({ method: 'get', url: { path: '/store/orders' } }, operations)();
  if (result._tag === 'Left') throw result.left;
  return { status: result.right.output.statusCode, violations: result.right.validations.output };
}

test('judges the schema and the media type of a body', async () => {
  expect(await judged({ statusCode: 200, body: [{ id: 1 }] })).toEqual([]);
  expect(await judged({ statusCode: 200, body: [{ id: '1' }] })).toEqual([
    '0 Response body property 0.id must be integer',
  ]);
  expect(await judged({ statusCode: 200, type: 'text/html', body: [] })).toEqual([
    '0 The received media type "text/html" does not match the one specified in the current response: application/json',
  ]);
});

test('replaces a 501 with its own valid response: the checker sends its requests itself', async () => {
  expect(await proxied(() => ({ status: 501, body: '{}' }))).toEqual({ status: 200, violations: [] });
});

test('follows redirects: the checker sends its requests itself', async () => {
  const redirect = { status: 302, headers: { location: '/elsewhere' } };
  const respond = (path: string) => (path === '/elsewhere' ? { status: 200, body: '[]' } : redirect);
  expect(await proxied(respond)).toEqual({ status: 200, violations: [] });
});

test('only warns about an undocumented 500: the checker judges R03', async () => {
  expect(await judged({ statusCode: 500, body: {} })).toEqual([
    '1 Unable to match the returned status code with those defined in the document: 200,401',
  ]);
});

test('rejects exact int64 ids in a document without a dialect: the checker adds the dialect', async () => {
  const body = [{ id: 2 ** 53 }];
  const bare = await document((text) => text.replace(/^jsonSchemaDialect.*$/m, ''));
  expect(await judged({ statusCode: 200, body }, bare)).toEqual([
    '0 Response body property 0.id must be <= 9007199254740991',
  ]);
  expect(await judged({ statusCode: 200, body })).toEqual([]);
});

test('accepts everything under the OpenAPI dialect: the checker sets the JSON Schema dialect', async () => {
  const base = await document((text) =>
    text.replace(
      /^jsonSchemaDialect.*$/m,
      'jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base',
    ),
  );
  expect(await judged({ statusCode: 401, body: {} }, base)).toEqual([]);
});

test('accepts an int64 that only a double can hold: the checker judges R09 by the token', async () => {
  expect(await judged({ statusCode: 200, body: [{ id: 2 ** 63 }] })).toEqual([]);
});

test.each(['json', 'application/json;'])(
  'throws for the Content-Type %j: the checker reads it first',
  async (type) => {
    await expect(judged({ statusCode: 200, type, body: [] })).rejects.toThrow(TypeError);
  },
);

test('accepts a suffix type as application/json: the checker judges R05 and R20', async () => {
  expect(await judged({ statusCode: 200, type: 'application/problem+json', body: [] })).toEqual([]);
});

test('accepts every body if a schema cannot be compiled: the checker compiles every schema first', async () => {
  const broken = await document((text) => text.replace('type: boolean', 'type: obj'));
  expect(await judged({ statusCode: 200, body: 'anything' }, broken)).toEqual([]);
});

test('changes its argument: the checker passes a copy of the document', async () => {
  const given = await document();
  const before = structuredClone(given);
  await getHttpOperationsFromSpec(given);
  expect(given).not.toEqual(before);
});

test('accepts date-times that RFC 3339 does not: the checker judges R10', async () => {
  const body = [{ shipDate: '2026-01-20 10:00:00+0000' }];
  expect(await judged({ statusCode: 200, body })).toEqual([]);
});

test('rejects a leap second with an offset: the checker ignores this', async () => {
  const body = [{ shipDate: '2016-12-31T18:59:60-05:00' }];
  expect(await judged({ statusCode: 200, body })).toEqual([
    '0 Response body property 0.shipDate must match format "date-time"',
  ]);
});

test('does not check the status in an Error: the checker judges R23', async () => {
  expect(await judged({ statusCode: 401, body: { code: 'c', message: 'm', status: 403 } })).toEqual([]);
});

test('does not require WWW-Authenticate: the checker judges R19', async () => {
  expect(await judged({ statusCode: 401, body: { code: 'c', message: 'm', status: 401 } })).toEqual([]);
});
