import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/shared/version.ts';

type Media = { readonly schema: object };
type Choices = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, Media>>; $ref?: string }>
>;
type Operation = { readonly operationId: string; readonly responses: Choices };

/** `openapi/control.yaml`, read. */
export const controlDocument = parse(readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Choices;
    readonly schemas: { readonly Error: { readonly properties: { readonly code: { enum: string[] } } } };
  };
};

const methods = ['get', 'put', 'post', 'patch', 'delete'];
/** Every operation of the document: `GET /environments`. */
export const documentedOperations: readonly string[] = Object.entries(controlDocument.paths).flatMap(
  ([path, item]) =>
    methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Every answer of the document that is no refusal: `GET /environments 200`. */
export const documentedSuccesses: readonly string[] = documentedOperations.flatMap((operation) => {
  const [method = '', path = ''] = operation.split(' ');
  const responses = controlDocument.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  return Object.keys(responses)
    .filter((status) => status.startsWith('2'))
    .map((status) => `${operation} ${status}`);
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addSchema(controlDocument, 'control');

/** A fetch that holds every answer of the control API against its document and throws where they differ. */
export function createDescribedFetch(seen: Set<string>): typeof globalThis.fetch {
  return async (target, init) => {
    const response = await fetch(target, init);
    const { pathname } = new URL(String(target));
    const text = await response.clone().text();
    seen.add(judge(init?.method ?? 'GET', pathname, response, text));
    return response;
  };
}

/** The documented answer that this one is. Throws where there is none, or where it does not fit. */
export function judge(method: string, pathname: string, response: Response, text: string): string {
  const found = findOperation(method, pathname);
  const { status } = response;
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const shown = `${method} ${pathname} ${status} ${type}`;
  if (found === undefined) throw new Error(`${shown} is no operation of the document`);
  const { path, operation } = found;
  const key = `${status}` in operation.responses ? `${status}` : `${String(status)[0]}XX`;
  const given = operation.responses[key];
  if (given === undefined) throw new Error(`${shown}: the document has no such status`);
  const reference = given.$ref?.split('/').at(-1);
  const answer = reference === undefined ? given : controlDocument.components.responses[reference];
  const pointer =
    reference === undefined
      ? `/paths/${pointerToken(path)}/${method.toLowerCase()}/responses/${key}`
      : `/components/responses/${reference}`;
  if (answer?.content?.[type] === undefined) throw new Error(`${shown}: the document has no such media type`);
  const validate = validatorAt(`control#${pointer}/content/${pointerToken(type)}/schema`);
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
  if (!validate(value)) throw new Error(`${shown}: ${ajv.errorsText(validate.errors)} in ${text}`);
  return `${method} ${path} ${status}`;
}

function validatorAt(uri: string): ValidateFunction {
  return ajv.getSchema(uri) ?? ajv.compile({ $ref: uri });
}

function pointerToken(token: string): string {
  return encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function findOperation(method: string, pathname: string): { path: string; operation: Operation } | undefined {
  for (const [path, item] of Object.entries(controlDocument.paths)) {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    const operation = item[method.toLowerCase()];
    if (operation !== undefined && pattern.test(pathname)) return { path, operation };
  }
  return undefined;
}
