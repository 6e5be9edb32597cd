import { type Exchange, headerValues, type ReceivedResponse } from '../exchange.ts';
import { hasMalformedId } from '../judge/judge-specified.ts';
import type { ListSurvey, SurveyList } from '../judge/list-survey.ts';
import { fieldBits } from '../judge/order-fields.ts';
import type { GapObservation } from '../report.ts';
import { isUnavailable } from '../unavailable.ts';
import { isAllowed, type ObservableGap } from './gap-choices.ts';

type Observation = readonly [gap: ObservableGap, observed: string];

/** Returns what one exchange shows in the gaps. The probes observe the gaps that need several exchanges. */
export function observeGaps(exchange: Exchange, survey: SurveyList): readonly GapObservation[] {
  // A probe reads the responses of requests without an operation.
  if (exchange.outcome.kind === 'failed' || exchange.request.operationId === undefined) return [];
  const { response } = exchange.outcome;
  if (isUnavailable(response.status)) return [];
  const isList = exchange.request.operationId === 'listOrders' && response.status === 200;
  const observations = [
    ...observeJsonType(response),
    ...(isList ? observeListHeaders(response) : []),
    ...(isList && response.body !== undefined ? observeOrders(survey(response.body)) : []),
    ...(response.status === 401 ? observeChallenge(response) : []),
    ...(response.status >= 400 ? observeError(response) : []),
    ...(response.status === 409 ? observeConflict(response) : []),
    ...(hasMalformedId(exchange) && response.status !== 401 ? observeMalformed(response) : []),
  ];
  return observations.map(([gap, observed]) => ({
    gap,
    observed,
    allowed: isAllowed(gap, observed),
    exchange: exchange.number,
  }));
}

function observeJsonType(response: ReceivedResponse): readonly Observation[] {
  const [type] = headerValues(response.rawHeaders, 'content-type');
  if (type === undefined || !/^application\/json/i.test(type)) return [];
  if (/^application\/json$/i.test(type)) return [['content-type', 'bare']];
  const charset = /^application\/json\s*;\s*charset="?utf-8"?$/i.test(type);
  return [['content-type', charset ? 'charset' : type]];
}

const malformedChoices: Readonly<Record<number, string>> = {
  400: 'bad-request',
  404: 'not-found',
  422: 'unprocessable',
};

function observeMalformed({ status, statusLine }: ReceivedResponse): readonly Observation[] {
  return [['malformed-order-id', malformedChoices[status] ?? statusLine]];
}

/** A list without a content coding shows nothing: the request may not have accepted one. */
function observeListHeaders({ rawHeaders }: ReceivedResponse): readonly Observation[] {
  const coded = headerValues(rawHeaders, 'content-encoding').some(
    (coding) => coding.toLowerCase() !== 'identity',
  );
  const shared = headerValues(rawHeaders, 'access-control-allow-origin').length > 0;
  return [
    ['etag', headerValues(rawHeaders, 'etag').length > 0 ? 'on' : 'off'],
    ...(coded ? ([['list-compression', 'on']] as const) : []),
    ...(shared ? ([['cors', 'on']] as const) : []),
  ];
}

function observeChallenge(response: ReceivedResponse): readonly Observation[] {
  const challenges = headerValues(response.rawHeaders, 'www-authenticate');
  if (challenges.length === 0) return [['www-authenticate', 'none']];
  const text = challenges.join(', ');
  return [['www-authenticate', /(?:^|,\s*)bearer\b/i.test(text) ? 'bearer' : text]];
}

function observeError(response: ReceivedResponse): readonly Observation[] {
  const error = readObject(response);
  if (error === undefined) return [];
  const extra = Object.keys(error).filter((name) => !['code', 'message', 'status'].includes(name));
  const code: Observation[] =
    typeof error.code === 'string' ? [['error-codes', `${response.status}: ${shortened(error.code)}`]] : [];
  return extra.length === 0
    ? code
    : [...code, ['extra-fields', `in an Error: ${extra.slice(0, 5).map(shortened).join(', ')}`]];
}

function observeConflict(response: ReceivedResponse): readonly Observation[] {
  // A body that was not recorded, or could not be decoded, shows nothing.
  if (response.body === undefined) return [];
  if (response.content.length === 0) return [['conflict-body', 'empty']];
  const error = readObject(response);
  if (error !== undefined && ['code', 'message', 'status'].every((name) => name in error))
    return [['conflict-body', 'error']];
  const [type] = headerValues(response.rawHeaders, 'content-type');
  return [['conflict-body', type?.startsWith('text/plain') === true ? 'text' : (type ?? 'of no type')]];
}

function readObject({ body, content }: ReceivedResponse): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse((body ?? content).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what the orders of a list show; nothing if the list cannot be read. */
function observeOrders(survey: ListSurvey): readonly Observation[] {
  const { text, objects, fieldsInAll, otherFields, dateForms, ids, orders, rising } = survey;
  if (text.root === undefined || objects === 0) return [];
  const missing = Object.entries(fieldBits).flatMap(([name, bit]) => ((fieldsInAll & bit) === 0 ? name : []));
  const extra = [...otherFields].slice(0, 5).map(shortened).join(', ');
  const complete = 'all five in every order';
  return [
    ['optional-fields', missing.length === 0 ? complete : `some orders lack ${missing.join(', ')}`],
    ['extra-fields', extra === '' ? 'none in an order' : `in an order: ${extra}`],
    ...[...dateForms].sort().map((form) => ['ship-date-form', form] as const),
    ...(ids.size < 3 || ids.size < orders ? [] : [['list-order', rising ? 'by-id' : 'not by id'] as const]),
  ];
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
