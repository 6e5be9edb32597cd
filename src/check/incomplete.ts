import {
  breaksR02,
  type Exchange,
  type FailureReason,
  headerValues,
  type ReceivedResponse,
  unavailableResponse,
} from '../contract/exchange.ts';
import type { Incomplete } from '../contract/report.ts';
import type { Target } from './target.ts';

type EndOfCheck = {
  readonly ended: 'aborted' | 'total-timeout' | undefined;
  readonly stopped: Incomplete | undefined;
  readonly exchanges: readonly Exchange[];
};

export function whyIncomplete({ ended, stopped, exchanges }: EndOfCheck): Incomplete | undefined {
  if (ended !== undefined) {
    const what = ended === 'aborted' ? 'was aborted' : 'did not end in its total time: raise --total-timeout';
    return { kind: ended, message: `The check ${what}. The report contains what was found so far.` };
  }
  if (stopped !== undefined) return stopped;
  const failed = exchanges.flatMap((exchange) => whyNotJudged(exchange) ?? []);
  if (failed[0] === undefined) return undefined;
  return {
    kind: 'failed',
    message: `${failed.length} of ${exchanges.length} requests got no response that can be judged; the first is ${failed[0]}`,
  };
}

/** Returns why a response says nothing about the contract, as a sentence, or undefined if it can be judged. */
function whyNotJudged(exchange: Exchange): string | undefined {
  const { number, outcome } = exchange;
  if (outcome.kind === 'failed')
    return breaksR02(outcome.reason) ? undefined : `request ${number}: ${outcome.message}`;
  const response = unavailableResponse(exchange);
  return response && `request ${number}, which got a ${response.status}: ${whatToDo(response)}.`;
}

const reasons: Partial<Record<Incomplete['kind'], string>> = {
  unreachable: 'the target cannot be reached',
  unavailable: 'the target is not available',
  'wrong-key': 'the target does not accept the key',
  'other-service': 'the target looks like another service',
  'total-timeout': 'the total time is over',
  aborted: 'the check was aborted',
};

/** Returns why an incomplete check did not do the rest. */
export function reasonToSkip({ kind }: Incomplete): string {
  return reasons[kind] ?? 'a request got no response';
}

/** Whether nothing that was received can be judged by the contract. */
export function showsNothing({ kind }: Incomplete): boolean {
  return kind === 'unreachable' || kind === 'unavailable' || kind === 'other-service';
}

/** Failures of a connection that works. */
const ofRequest: readonly FailureReason[] = ['too-large', 'malformed', 'aborted'];

/** Returns why the target cannot be reached, or does not speak HTTP, by the first exchange. */
export function whyUnreachable(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  exchanges: readonly Exchange[],
): Incomplete | undefined {
  const outcome = exchanges[0]?.outcome;
  if (outcome?.kind !== 'failed' || ofRequest.includes(outcome.reason)) return undefined;
  return { kind: 'unreachable', message: `${baseUrl} cannot be reached: ${outcome.message}` };
}

/** Returns why the target is not the service or rejects the key, by the lists requested with and without a key. */
export function whyNotTheService(
  { baseUrl, basePath }: Target,
  exchanges: readonly Exchange[],
): Incomplete | undefined {
  const lists = exchanges.filter(({ request }) => request.operationId === 'listOrders');
  const responsesOf = (some: readonly Exchange[]): readonly ReceivedResponse[] =>
    some.flatMap(({ outcome }) => (outcome.kind === 'responded' ? [outcome.response] : []));
  const all = responsesOf(lists);
  const withKey = responsesOf(lists.filter(({ request }) => request.key.kind === 'valid'));
  const [first] = withKey;
  if (first === undefined) return undefined;
  const place = `${baseUrl}/store/orders`;
  const [unavailable, ...others] = lists.map(unavailableResponse);
  if (unavailable !== undefined && !others.includes(undefined))
    return {
      kind: 'unavailable',
      message: `${place} responds with ${unavailable.status} to every request: ${whatToDo(unavailable)}.`,
    };
  if (all.every(({ status }) => status === 401))
    return {
      kind: 'wrong-key',
      message: `${place} responds with 401 to every request, even with the API key: the key belongs to another environment or is incomplete.`,
    };
  // A gateway may check the key first. A list that fails once at a likely address is judged.
  const isMissing = basePath.endsWith('/v1')
    ? withKey.length > 1 && withKey.every(({ status }) => status === 404)
    : withKey.every(isForeign);
  if (!isMissing && !all.every(isForeign)) return undefined;
  const [location] = all.flatMap(({ rawHeaders }) => headerValues(rawHeaders, 'location'));
  const to = location === undefined ? '' : `, to ${location.slice(0, 200)}`;
  const seen = `${first.status}${all.some(isHtml) ? ', HTML' : ''}${to}`;
  return {
    kind: 'other-service',
    message: `${place} looks like another service (${seen}): check the base address, with its scheme and port; it ends in /v1, and it responds itself.`,
  };
}

/** A 400 is what many servers respond to plain HTTP on a port of HTTPS. */
function isForeign(response: ReceivedResponse): boolean {
  const { status } = response;
  return [400, 403, 404, 405, 410].includes(status) || (status >= 300 && status < 400) || isHtml(response);
}

function isHtml({ body, content }: ReceivedResponse): boolean {
  return /^\s*<(?:!doctype|html)/i.test((body ?? content).toString('latin1', 0, 200));
}

/** Returns what to do about a response that the service did not handle, as a clause. */
function whatToDo({ status, rawHeaders }: ReceivedResponse): string {
  const [after] = headerValues(rawHeaders, 'retry-after');
  const later = after === undefined ? '' : ` (Retry-After is ${after.slice(0, 40)})`;
  return status === 429
    ? `it limits the number of requests: lower --rps${later}`
    : `the service is not running or overloaded: start it, or use --wait${later}`;
}
