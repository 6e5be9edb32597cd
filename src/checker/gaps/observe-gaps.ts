import type { GapObservation } from '../finding.ts';
import type { SurveyList } from '../judge/list-survey.ts';
import type { Answer, Exchange } from '../wire/exchange.ts';
import { isAllowed, type ObservableGap } from './gap-choices.ts';
import { observeOrders } from './observe-orders.ts';

type Seen = readonly [gap: ObservableGap, observed: string];

/** What one exchange shows where the specification is silent. Gaps that take several exchanges are the probes'. */
export function observeGaps(exchange: Exchange, survey: SurveyList): readonly GapObservation[] {
  if (exchange.outcome.kind === 'failed') return [];
  const { answer } = exchange.outcome;
  const isList = exchange.request.operationId === 'listOrders' && answer.status === 200;
  const seen = [
    ...observeJsonType(answer),
    ...(isList ? observeListHeaders(answer) : []),
    ...(isList && answer.body !== undefined ? observeOrders(survey(answer.body)) : []),
    ...(answer.status === 401 ? observeChallenge(answer) : []),
    ...(answer.status >= 400 ? observeError(answer) : []),
    ...(answer.status === 409 ? observeConflict(answer) : []),
  ];
  return seen.map(([gap, observed]) => ({
    gap,
    observed,
    allowed: isAllowed(gap, observed),
    exchange: exchange.number,
  }));
}

/** The values of a header, in any case of its name. */
function headersOf(answer: Answer, name: string): readonly string[] {
  return answer.rawHeaders.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
}

function observeJsonType(answer: Answer): readonly Seen[] {
  const [type] = headersOf(answer, 'content-type');
  if (type === undefined || !/^application\/json/i.test(type)) return [];
  const form = /^application\/json$/i.test(type)
    ? 'bare'
    : /^application\/json\s*;\s*charset="?utf-8"?$/i.test(type)
      ? 'charset'
      : type;
  return [['content-type', form]];
}

function observeListHeaders(answer: Answer): readonly Seen[] {
  const coded = headersOf(answer, 'content-encoding').some((coding) => coding.toLowerCase() !== 'identity');
  const shared = headersOf(answer, 'access-control-allow-origin').length > 0;
  return [
    ['etag', headersOf(answer, 'etag').length > 0 ? 'on' : 'off'],
    ['list-compression', coded ? 'on' : 'off'],
    ...(shared ? ([['cors', 'on']] as const) : []),
  ];
}

function observeChallenge(answer: Answer): readonly Seen[] {
  const challenges = headersOf(answer, 'www-authenticate');
  const text = challenges.join(', ');
  const form = challenges.length === 0 ? 'none' : /(?:^|,\s*)bearer\b/i.test(text) ? 'bearer' : text;
  return [['www-authenticate', form]];
}

function observeError(answer: Answer): readonly Seen[] {
  const error = readObject(answer);
  if (error === undefined) return [];
  const extra = Object.keys(error).filter((name) => !['code', 'message', 'status'].includes(name));
  const code: Seen[] =
    typeof error.code === 'string' ? [['error-codes', `${answer.status}: ${error.code}`]] : [];
  return extra.length === 0
    ? code
    : [...code, ['extra-fields', `in an Error: ${extra.slice(0, 5).join(', ')}`]];
}

function observeConflict(answer: Answer): readonly Seen[] {
  const error = readObject(answer);
  if (answer.content.length === 0) return [['conflict-body', 'empty']];
  if (error !== undefined && ['code', 'message', 'status'].every((name) => name in error))
    return [['conflict-body', 'error']];
  const [type] = headersOf(answer, 'content-type');
  return [['conflict-body', type?.startsWith('text/plain') === true ? 'text' : (type ?? 'of no type')]];
}

function readObject(answer: Answer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse((answer.body ?? answer.content).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
