import {
  breaksR02,
  type Exchange,
  type ExchangeOutcome,
  type FailureReason,
  headerValues,
  type ReceivedResponse,
} from '../contract/exchange.ts';
import type { Incomplete } from '../contract/report.ts';
import { unavailableResponse, whatToDo } from '../contract/unavailable.ts';
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

/** Why a stopped check skips its other probes, and whether nothing that was received can be judged by the contract. */
const kinds: Readonly<Record<Incomplete['kind'], readonly [why: string, showsNothing?: true]>> = {
  unreachable: ['the target cannot be reached', true],
  tls: ['no trusted TLS connection', true],
  'other-protocol': ['the target speaks another protocol', true],
  unavailable: ['the target is not available', true],
  'wrong-key': ['the target does not accept the key'],
  'other-service': ['the target looks like another service', true],
  'total-timeout': ['the total time is over'],
  aborted: ['the check was aborted'],
  failed: ['a request got no response'],
  'not-tried': ['a named order was not tested'],
  required: ['a required rule was not exercised'],
};

export function reasonToSkip({ kind }: Incomplete): string {
  return kinds[kind][0];
}

export function showsNothing({ kind }: Incomplete): boolean {
  return kinds[kind][1] === true;
}

type Stop = readonly [kind: Incomplete['kind'], what: string, hint?: string];

const unreachable: Stop = ['unreachable', 'cannot be reached:'];

/** What the first failure says of the base address. The message of the failure follows, and a hint. */
const stops: Partial<Record<FailureReason, Stop>> = {
  'http-port': ['tls', 'does not speak TLS:', ' Use http:// in the base address, or the port of HTTPS.'],
  tls: ['tls', 'has no trusted TLS connection:'],
  'not-http': ['other-protocol', 'does not speak HTTP:', ' Check the host and the port of the base address.'],
  ...{ dns: unreachable, refused: unreachable, proxy: unreachable, timeout: unreachable, reset: unreachable },
};

/** Returns why the target cannot be reached or speaks another protocol, by the first exchange. */
export function whyUnreachable(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  exchanges: readonly Exchange[],
): Incomplete | undefined {
  const outcome = exchanges[0]?.outcome;
  if (outcome === undefined) return undefined;
  if (isHttpsPort(outcome) && baseUrl.startsWith('http:'))
    return { kind: 'tls', message: `${baseUrl} speaks TLS on this port: use https:// in the base address.` };
  if (outcome.kind === 'responded') return undefined;
  const { reason, message } = outcome;
  const [kind, what, hint = ''] = stops[reason] ?? [];
  return kind && { kind, message: `${baseUrl} ${what} ${message}${hint}` };
}

/** nginx, Apache, Caddy, Go and Tomcat say so in the body of a 400. */
function isHttpsPort(outcome: ExchangeOutcome): boolean {
  if (outcome.kind === 'failed') return outcome.reason === 'https-port';
  const { status, body, content } = outcome.response;
  const text = (body ?? content).subarray(0, 2000).toString('latin1');
  return status === 400 && /HTTP request .*to an? HTTPS|HTTPS port|SSL-enabled|requires TLS/i.test(text);
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
  const redirect = all.find(isRedirect);
  const [location] = headerValues(redirect?.rawHeaders ?? [], 'location');
  const to = redirect === undefined ? '' : `, to ${(location ?? 'nowhere').slice(0, 200)}`;
  const seen = `${first.status}${all.some(isHtml) ? ', HTML' : ''}${to}`;
  // A gateway may check the key first. A list that fails once at a likely address is judged.
  const isMissing = basePath.endsWith('/v1')
    ? withKey.length > 1 && withKey.every(({ status }) => status === 404)
    : withKey.every(isForeign);
  return isMissing || all.every(isForeign)
    ? {
        kind: 'other-service',
        message: `${place} looks like another service (${seen}): check the base address; it ends in /v1, and it responds itself.`,
      }
    : undefined;
}

function isForeign(response: ReceivedResponse): boolean {
  return [403, 404, 405, 410].includes(response.status) || isRedirect(response) || isHtml(response);
}

function isRedirect({ status }: ReceivedResponse): boolean {
  return status >= 300 && status < 400;
}

function isHtml({ body, content }: ReceivedResponse): boolean {
  return /^\s*<(?:!doctype|html)/i.test((body ?? content).toString('latin1', 0, 200));
}
