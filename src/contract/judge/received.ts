import { MIMEType } from 'node:util';
import type { Secrets } from '../../secrets/secrets.ts';
import {
  documentedStatuses,
  type Exchange,
  headerValues,
  type OperationId,
  type PlannedRequest,
  type ReceivedResponse,
} from '../exchange.ts';
import { plainValue } from './json-node.ts';
import type { ListSurvey, SurveyList } from './list-survey.ts';
import type { JudgeShape, ShapeFault } from './prism.ts';
import { type JsonText, readStrictJson } from './strict-json.ts';

type Form = 'list' | 'error' | 'no-content' | 'other' | 'undocumented';

/** A response that is parsed once, for every rule. */
export type Received = {
  readonly request: PlannedRequest;
  readonly response: ReceivedResponse;
  readonly hide: Secrets['hide'];
  readonly form: Form;
  readonly isDocumented: boolean;
  readonly needsType: boolean;
  readonly hasWrongType: boolean;
  readonly list: ListSurvey | undefined;
  readonly error: JsonText | undefined;
  readonly errorShape: readonly ShapeFault[];
  /** The content of a response whose shape is not specified, such as a 409, if its type claims to be JSON. */
  readonly claimed: JsonText | undefined;
};

export type ReceivedOptions = {
  readonly hide: Secrets['hide'];
  readonly survey: SurveyList;
  readonly judgeShape: JudgeShape;
};

export function readReceived(
  { request }: Exchange,
  response: ReceivedResponse,
  { hide, survey, judgeShape }: ReceivedOptions,
): Received {
  const { operationId } = request;
  const isDocumented = operationId !== undefined && documentedStatuses[operationId].includes(response.status);
  const form: Form = isDocumented ? formOf(operationId, response.status) : 'undocumented';
  const isJson = isJsonType(response);
  // An empty body without a Content-Type breaks only the rule about JSON, and a repeated Content-Type R02.
  const types = headerValues(response.rawHeaders, 'content-type');
  const needsType =
    (form === 'list' || form === 'error') && (types.length > 0 || response.content.length > 0);
  const hasWrongType = needsType && types.length <= 1 && !isJson;
  const body = hasWrongType && !looksLikeJson(response.body) ? undefined : response.body;
  const error = form === 'error' && body !== undefined ? readStrictJson(body) : undefined;
  return {
    ...{ request, response, hide, form, isDocumented, needsType, hasWrongType },
    list: form === 'list' && body !== undefined ? survey(body) : undefined,
    error,
    errorShape:
      operationId === undefined || error?.root === undefined
        ? []
        : judgeShape(operationId, response.status, plainValue(error.root)),
    // Of any size, because the shape is not specified.
    claimed:
      form === 'other' && isJson && body !== undefined && body.length > 0
        ? readStrictJson(body, undefined, Number.POSITIVE_INFINITY)
        : undefined,
  };
}

function formOf(operationId: OperationId, status: number): Form {
  if (status === 204) return 'no-content';
  if (operationId === 'listOrders' && status === 200) return 'list';
  return status === 401 || status === 404 ? 'error' : 'other';
}

/**
 * Returns whether the type of a response is exactly `application/json`, as the specification requires. A charset must be UTF-8,
 * the only encoding of JSON; other parameters have no meaning (RFC 8259, 11).
 */
function isJsonType(response: ReceivedResponse): boolean {
  try {
    const { essence, params } = new MIMEType(headerValues(response.rawHeaders, 'content-type')[0] ?? '');
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}

/** Content of another type that does not look like JSON is only a wrong type. */
function looksLikeJson(body: Buffer | undefined): boolean {
  return body !== undefined && /^\s*[[{]/.test(body.toString('latin1', 0, 64));
}
