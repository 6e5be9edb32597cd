import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Schema } from '../../../scripts/control-types.ts';
import { packageRoot } from '../../../src/version.ts';

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Responses = Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>;
export type Parameter = {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly schema?: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly $ref?: string; readonly content?: Content };
  readonly responses: Responses;
};
type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] };

/** `openapi/control.yaml`. */
export const controlDocument = parse(readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8')) as {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly requestBodies: Readonly<Record<string, { readonly content?: Content }>>;
    readonly responses: Responses;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};

const { components, paths } = controlDocument;
const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** Every operation of the document: `GET /environments`. */
export const documentedOperations: readonly string[] = Object.entries(paths).flatMap(([path, item]) =>
  methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Every successful response of the document: `GET /environments 200`. */
export const documentedSuccesses: readonly string[] = documentedOperations.flatMap((operation) => {
  const [method = '', path = ''] = operation.split(' ');
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
  return Object.keys(responses)
    .filter((status) => status.startsWith('2'))
    .map((status) => `${operation} ${status}`);
});

function contentOf(response: Responses[string]): Content {
  return (components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response).content ?? {};
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addSchema(controlDocument, 'control');

/** Creates a fetch that throws if a response of the control API does not match the document. */
/** @param seen gets the operation and the status of each response */
export function createDescribedFetch(seen: Set<string> = new Set()): typeof globalThis.fetch {
  return async (target, init) => {
    const response = await fetch(target, init);
    const { pathname } = new URL(String(target));
    const text = await response.clone().text();
    seen.add(judge(init?.method ?? 'GET', pathname, response, text));
    return response;
  };
}

/** Returns the documented operation and status of a response. Throws if the response does not match the document. */
export function judge(method: string, pathname: string, response: Response, text: string): string {
  const found = findOperation(method, pathname);
  const { status } = response;
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const shown = `${method} ${pathname} ${status} ${type}`;
  if (found === undefined) throw new Error(`${shown} is not an operation of the document`);
  const { path, operation } = found;
  const key = `${status}` in operation.responses ? `${status}` : `${String(status)[0]}XX`;
  const given = operation.responses[key];
  if (given === undefined) throw new Error(`${shown}: the document has no such status`);
  const isEmpty = Object.keys(contentOf(given)).length === 0 && text === '' && type === '';
  if (isEmpty) return `${method} ${path} ${status}`;
  const schema = contentOf(given)[type]?.schema;
  if (schema === undefined) throw new Error(`${shown}: the document has no such media type`);
  const reference = given.$ref?.split('/').at(-1);
  const pointer =
    reference === undefined
      ? `/paths/${pointerToken(path)}/${method.toLowerCase()}/responses/${key}`
      : `/components/responses/${reference}`;
  const validate = validatorAt(`control#${pointer}/content/${pointerToken(type)}/schema`);
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
  if (!validate(value)) throw new Error(`${shown}: ${ajv.errorsText(validate.errors)} in ${text}`);
  return `${method} ${path} ${status}`;
}

/** Returns the validator of a schema of the document: `control#/components/schemas/Order`. */
export function validatorAt(uri: string): ValidateFunction {
  return ajv.getSchema(uri) ?? ajv.compile({ $ref: uri });
}

/** Returns a key as a part of a JSON pointer in a URI. */
export function pointerToken(token: string): string {
  return encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Returns the operation of the document that a request calls. */
export function findOperation(
  method: string,
  pathname: string,
): { path: string; operation: Operation } | undefined {
  for (const [path, item] of Object.entries(paths)) {
    // `/gates` is an alias, as older clients call it.
    const pattern = new RegExp(
      `^${path
        .replaceAll('.', '\\.')
        .replace('/holds', '/(?:holds|gates)')
        .replace(/\{\w+\}/g, '[^/]+')}$`,
    );
    const operation = item[method.toLowerCase()];
    if (operation !== undefined && pattern.test(pathname)) return { path, operation };
  }
  return undefined;
}

/** Returns the documented parameters of an operation, those of its path included. */
export function documentedParameters(method: string, path: string): readonly Parameter[] {
  const item = paths[path];
  const own = item?.[method.toLowerCase()]?.parameters ?? [];
  return [...(item?.parameters ?? []), ...own].map(
    (one) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one,
  );
}
