import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Schema } from '../../../scripts/control-types.ts';
import { packageRoot } from '../../../src/version.ts';

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Described = { readonly content?: Content; readonly $ref?: string };
type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
};
type Named<T> = Readonly<Record<string, T>>;

/** `openapi/control.yaml`. Its references are to the schema `control` of Ajv. */
export const controlDocument: {
  readonly paths: Named<Named<Operation>>;
  readonly components: Named<Named<Described>>;
} = parse(readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8').replaceAll('"#/', '"control#/'));

const operations = Object.entries(controlDocument.paths).flatMap(([path, { parameters: _, ...item }]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Every successful response of the document: `GET /environments 200`. */
export const documentedSuccesses: readonly string[] = operations.flatMap(({ method, path, operation }) =>
  Object.keys(operation.responses)
    .filter((status) => status.startsWith('2'))
    .map((status) => `${method} ${path} ${status}`),
);

/** Returns the operation of the document that a request calls. Throws if there is none. */
export function findOperation(method: string, pathname: string) {
  // `/gates` is an alias, as older clients call it.
  const called = pathname.replace('/gates', '/holds');
  const found = operations.find(
    (one) =>
      one.method === method &&
      new RegExp(`^${one.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(called),
  );
  if (found === undefined) throw new Error(`${method} ${pathname} is not an operation of the document`);
  return found;
}

/** Returns the content of a request body or a response by media type. */
export function contentOf(described: Described | undefined): Content {
  const [, , kind = '', name = ''] = described?.$ref?.split('/') ?? [];
  return (controlDocument.components[kind]?.[name] ?? described)?.content ?? {};
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addSchema(controlDocument, 'control');

/** Throws if the text of a body does not match a schema of the document. */
export function judgeBody(shown: string, content: Content, type: string, text: string): void {
  const schema = content[type]?.schema;
  if (schema === undefined) throw new Error(`${shown}: the document has no media type "${type}"`);
  const validate: ValidateFunction = ajv.compile(schema);
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
  if (!validate(value)) throw new Error(`${shown}: ${ajv.errorsText(validate.errors)} in ${text}`);
}

/** Returns the documented operation and status of a response. Throws if the response does not match the document. */
export function judge(method: string, pathname: string, { status, headers }: Response, text: string): string {
  const { path, operation } = findOperation(method, pathname);
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const given = operation.responses[status] ?? operation.responses[`${String(status)[0]}XX`];
  const shown = `${method} ${path} ${status}`;
  // No browser guesses the media type, or caches a state.
  const caching = path.startsWith('/console/') && status === 200 ? 'immutable' : 'no-store';
  if (headers.get('x-content-type-options') !== 'nosniff' || !headers.get('cache-control')?.includes(caching))
    throw new Error(`${shown}: a browser may cache it, or guess its media type`);
  if (given === undefined) throw new Error(`${shown}: the document has no such status`);
  const content = contentOf(given);
  if (Object.keys(content).length > 0 || text !== '' || type !== '') judgeBody(shown, content, type, text);
  return shown;
}

/** Creates a fetch that throws if a response does not match the document. `seen` gets the operation and status of each. */
export function createDescribedFetch(seen: Set<string> = new Set()): typeof globalThis.fetch {
  return async (target, init) => {
    const response = await fetch(target, init);
    const { pathname } = new URL(String(target));
    seen.add(judge(init?.method ?? 'GET', pathname, response, await response.clone().text()));
    return response;
  };
}
