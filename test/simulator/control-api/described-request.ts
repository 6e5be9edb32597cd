import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  controlDocument,
  documentedParameters,
  findOperation,
  pointerToken,
  validatorAt,
} from './described-control.ts';

/** A request as it was received. */
export type ReceivedRequest = {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  /** The media type of the body; empty if there is none. */
  readonly type: string;
  readonly body: string;
};

// A query has only text.
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true, validateFormats: false });
ajv.addSchema(controlDocument, 'control');

/** Returns the documented operation of a request: `GET /environments`. Throws if the document does not allow the request. */
export function judgeRequest({ method, url, type, body }: ReceivedRequest): string {
  const { pathname, searchParams } = new URL(url, 'http://control.example');
  const found = findOperation(method, pathname);
  if (found === undefined) throw new Error(`${method} ${pathname} is not an operation of the document`);
  const name = `${method} ${found.path}`;
  judgeQuery(name, Object.fromEntries(searchParams));
  if (body === '') return name;
  const { requestBody } = found.operation;
  const reference = requestBody?.$ref?.split('/').at(-1);
  const content = (controlDocument.components.requestBodies[reference ?? ''] ?? requestBody)?.content;
  if (content?.[type] === undefined)
    throw new Error(`${name}: the document has no request body of type "${type}"`);
  const owner =
    reference === undefined
      ? `/paths/${pointerToken(found.path)}/${method.toLowerCase()}/requestBody`
      : `/components/requestBodies/${reference}`;
  const validate = validatorAt(`control#${owner}/content/${pointerToken(type)}/schema`);
  if (!validate(type === 'application/json' ? JSON.parse(body) : body))
    throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${body}`);
  return name;
}

function judgeQuery(name: string, query: Readonly<Record<string, string>>): void {
  const [method = '', path = ''] = name.split(' ');
  const given = documentedParameters(method, path).filter((one) => one.in === 'query');
  const properties = Object.fromEntries(given.map((one) => [one.name, absolute(one.schema ?? {})]));
  const validate = ajv.compile({ type: 'object', additionalProperties: false, properties });
  if (!validate({ ...query })) throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in the query`);
}

/** Makes the reference of a parameter's schema independent of where the schema is. */
function absolute(schema: { readonly $ref?: string | undefined }): object {
  return schema.$ref === undefined ? schema : { $ref: `control${schema.$ref}` };
}
