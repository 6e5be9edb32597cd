import type { GapObservation } from '../finding.ts';
import type { SurveyList } from '../judge/list-survey.ts';
import type { Exchange, ReceivedResponse } from '../wire/exchange.ts';
import { isAllowed, type ObservableGap } from './gap-choices.ts';
import { observeOrders } from './observe-orders.ts';

type Seen = readonly [gap: ObservableGap, observed: string];

/** What one exchange shows where the specification is silent. Gaps that take several exchanges are the probes'. */
export function observeGaps(exchange: Exchange, survey: SurveyList): readonly GapObservation[] {
  if (exchange.outcome.kind === 'failed') return [];
  const { response } = exchange.outcome;
  const isList = exchange.request.operationId === 'listOrders' && response.status === 200;
  const seen = [
    ...observeJsonType(response),
    ...(isList ? observeListHeaders(response) : []),
    ...(isList && response.body !== undefined ? observeOrders(survey(response.body)) : []),
    ...(response.status === 401 ? observeChallenge(response) : []),
    ...(response.status >= 400 ? observeError(response) : []),
    ...(response.status === 409 ? observeConflict(response) : []),
  ];
  return seen.map(([gap, observed]) => ({
    gap,
    observed,
    allowed: isAllowed(gap, observed),
    exchange: exchange.number,
  }));
}

/** The values of a header, in any case of its name. */
function headersOf(response: ReceivedResponse, name: string): readonly string[] {
  return response.rawHeaders.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
}

function observeJsonType(response: ReceivedResponse): readonly Seen[] {
  const [type] = headersOf(response, 'content-type');
  if (type === undefined || !/^application\/json/i.test(type)) return [];
  const form = /^application\/json$/i.test(type)
    ? 'bare'
    : /^application\/json\s*;\s*charset="?utf-8"?$/i.test(type)
      ? 'charset'
      : type;
  return [['content-type', form]];
}

function observeListHeaders(response: ReceivedResponse): readonly Seen[] {
  const coded = headersOf(response, 'content-encoding').some((coding) => coding.toLowerCase() !== 'identity');
  const shared = headersOf(response, 'access-control-allow-origin').length > 0;
  return [
    ['etag', headersOf(response, 'etag').length > 0 ? 'on' : 'off'],
    ['list-compression', coded ? 'on' : 'off'],
    ...(shared ? ([['cors', 'on']] as const) : []),
  ];
}

function observeChallenge(response: ReceivedResponse): readonly Seen[] {
  const challenges = headersOf(response, 'www-authenticate');
  const text = challenges.join(', ');
  const form = challenges.length === 0 ? 'none' : /(?:^|,\s*)bearer\b/i.test(text) ? 'bearer' : text;
  return [['www-authenticate', form]];
}

function observeError(response: ReceivedResponse): readonly Seen[] {
  const error = readObject(response);
  if (error === undefined) return [];
  const extra = Object.keys(error).filter((name) => !['code', 'message', 'status'].includes(name));
  const code: Seen[] =
    typeof error.code === 'string' ? [['error-codes', `${response.status}: ${error.code}`]] : [];
  return extra.length === 0
    ? code
    : [...code, ['extra-fields', `in an Error: ${extra.slice(0, 5).join(', ')}`]];
}

function observeConflict(response: ReceivedResponse): readonly Seen[] {
  const error = readObject(response);
  if (response.content.length === 0) return [['conflict-body', 'empty']];
  if (error !== undefined && ['code', 'message', 'status'].every((name) => name in error))
    return [['conflict-body', 'error']];
  const [type] = headersOf(response, 'content-type');
  return [['conflict-body', type?.startsWith('text/plain') === true ? 'text' : (type ?? 'of no type')]];
}

function readObject(response: ReceivedResponse): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse((response.body ?? response.content).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
