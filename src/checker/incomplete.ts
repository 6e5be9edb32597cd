import type { Incomplete } from './report.ts';
import type { Target } from './target.ts';
import { type Exchange, type FailureReason, headerValues, type ReceivedResponse } from './wire/exchange.ts';

/** The state of a check after its last probe. */
export type EndOfCheck = {
  readonly aborted: boolean;
  /** Whether the total time limit ended the check. */
  readonly timedOut: boolean;
  /** Why the probes were stopped. */
  readonly stopped: Incomplete | undefined;
  readonly exchanges: readonly Exchange[];
  readonly budgetSpent: boolean;
  readonly maxRequests: number;
};

/** Returns why a check is incomplete, or undefined if it is complete. */
export function whyIncomplete({
  aborted,
  timedOut,
  stopped,
  exchanges,
  budgetSpent,
  maxRequests,
}: EndOfCheck): Incomplete | undefined {
  if (aborted)
    return { kind: 'aborted', message: 'The check was aborted; the report contains what was found so far.' };
  if (timedOut)
    return {
      kind: 'total-timeout',
      message:
        'The check did not end in its total time: raise --total-timeout. The report contains what was found so far.',
    };
  if (stopped !== undefined) return stopped;
  if (budgetSpent)
    return {
      kind: 'budget',
      message: `The budget of ${maxRequests} requests was spent before every rule was tested: raise --max-requests.`,
    };
  const failed = exchanges.flatMap(({ number, outcome }) =>
    outcome.kind === 'failed' && outcome.reason !== 'malformed' ? [{ number, message: outcome.message }] : [],
  );
  if (failed[0] === undefined) return undefined;
  return {
    kind: 'failed',
    message: `${failed.length} of ${exchanges.length} requests got no response that can be judged; the first is request ${failed[0].number}: ${failed[0].message}`,
  };
}

/** Returns why a stopped check skips its other probes. */
export function reasonToSkip({ kind }: Incomplete): string {
  return reasonsToSkip[kind];
}

const reasonsToSkip: Readonly<Record<Incomplete['kind'], string>> = {
  unreachable: 'the target cannot be reached',
  tls: 'no trusted TLS connection',
  'wrong-key': 'the target does not accept the key',
  'other-service': 'the target looks like another service',
  budget: 'the budget is spent',
  'total-timeout': 'the total time is over',
  aborted: 'the check was aborted',
  failed: 'a request got no response',
};

const unreachable: readonly FailureReason[] = ['dns', 'refused', 'proxy', 'timeout', 'reset'];

/** Returns why the target cannot be reached, by the first exchange. */
export function whyUnreachable(target: Target, exchanges: readonly Exchange[]): Incomplete | undefined {
  const outcome = exchanges[0]?.outcome;
  if (outcome?.kind !== 'failed') return undefined;
  if (outcome.reason === 'tls')
    return {
      kind: 'tls',
      message: `No trusted TLS connection to ${target.baseUrl}: ${outcome.message}`,
    };
  if (!unreachable.includes(outcome.reason)) return undefined;
  return {
    kind: 'unreachable',
    message: `${target.baseUrl} cannot be reached: ${outcome.message} Use --wait SECONDS for a target that is starting.`,
  };
}

/** Returns why the target is not the service or rejects the key, by the lists requested with and without a key. */
export function whyNotTheService(target: Target, exchanges: readonly Exchange[]): Incomplete | undefined {
  const lists = exchanges.filter(({ request }) => request.operationId === 'listOrders');
  const responses = lists.flatMap(({ outcome }) => (outcome.kind === 'responded' ? [outcome.response] : []));
  const withKey = lists.find(({ request }) => request.key.kind === 'valid');
  if (withKey?.outcome.kind !== 'responded') return undefined;
  const place = `${target.baseUrl}/store/orders`;
  if (responses.every(({ status }) => status === 401))
    return {
      kind: 'wrong-key',
      message: `${place} responds with 401 to every request, even with the API key: the key belongs to another environment or is incomplete.`,
    };
  if (!responses.every(isForeign)) return undefined;
  const redirect = responses.find(isRedirect);
  if (redirect !== undefined)
    return {
      kind: 'other-service',
      message: `${place} redirects every request${destinationOf(redirect)}: use an address that responds itself, ending in /v1.`,
    };
  return {
    kind: 'other-service',
    message: `${place} looks like another service (${responses[0]?.status}${responses.some(isHtml) ? ', HTML' : ''} for every request): check the base address; it ends in /v1.`,
  };
}

function isForeign(response: ReceivedResponse): boolean {
  return [404, 405, 410].includes(response.status) || isRedirect(response) || isHtml(response);
}

function isRedirect({ status }: ReceivedResponse): boolean {
  return status >= 300 && status < 400;
}

function isHtml({ body, content }: ReceivedResponse): boolean {
  const start = (body ?? content).subarray(0, 200).toString('latin1').trimStart().toLowerCase();
  return start.startsWith('<!doctype') || start.startsWith('<html');
}

function destinationOf({ rawHeaders }: ReceivedResponse): string {
  const [location] = headerValues(rawHeaders, 'location');
  return location === undefined ? '' : ` to ${location.slice(0, 200)}`;
}
