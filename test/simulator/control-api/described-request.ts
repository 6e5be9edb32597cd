import { Ajv2020 } from 'ajv/dist/2020.js';
import { contentOf, controlDocument, findOperation, judgeBody } from './described-control.ts';

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
  const { path, operation } = findOperation(method, pathname);
  const name = `${method} ${path}`;
  const properties = Object.fromEntries((operation.parameters ?? []).map((one) => [one.name, one.schema]));
  const validate = ajv.compile({ type: 'object', additionalProperties: false, properties });
  if (!validate(Object.fromEntries(searchParams)))
    throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in the query`);
  if (body !== '') judgeBody(name, contentOf(operation.requestBody), type, body);
  return name;
}
