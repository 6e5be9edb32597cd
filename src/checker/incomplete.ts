import type { Incomplete } from './report.ts';
import type { Target } from './target.ts';
import type { Answer, Exchange, FailureReason } from './wire/exchange.ts';

/** Why nothing but the first request makes sense: the target cannot be reached. */
export function whyUnreachable(target: Target, exchanges: readonly Exchange[]): Incomplete | undefined {
  const outcome = exchanges[0]?.outcome;
  if (outcome?.kind !== 'failed') return undefined;
  const unreachable: readonly FailureReason[] = ['dns', 'refused', 'timeout', 'reset'];
  if (outcome.reason === 'tls')
    return {
      kind: 'tls',
      message: `No trusted TLS connection to ${target.baseUrl}: ${outcome.message} For a private authority give --ca FILE.`,
    };
  if (!unreachable.includes(outcome.reason)) return undefined;
  return {
    kind: 'unreachable',
    message: `${target.baseUrl} cannot be reached: ${outcome.message} A target that is starting is waited for with --wait SECONDS.`,
  };
}

/** Why what answers cannot be the service with this key: judged by the lists asked for with and without a key. */
export function whyNotTheService(target: Target, exchanges: readonly Exchange[]): Incomplete | undefined {
  const lists = exchanges.filter(({ request }) => request.operationId === 'listOrders');
  const answers = lists.flatMap(({ outcome }) => (outcome.kind === 'answered' ? [outcome.answer] : []));
  const withKey = lists.find(({ request }) => request.key.kind === 'valid');
  if (withKey?.outcome.kind !== 'answered') return undefined;
  const place = `${target.baseUrl}/store/orders`;
  if (answers.every(({ status }) => status === 401))
    return {
      kind: 'wrong-key',
      message: `${place} answers 401 to every request, with the API key too: the key is not one of this environment, or was copied incompletely.`,
    };
  const redirect = answers.find(({ status }) => status >= 300 && status < 400);
  if (redirect !== undefined && answers.every(isForeign))
    return {
      kind: 'other-service',
      message: `${place} redirects every request${whereTo(redirect)}: give the address that answers itself, ending in /v1.`,
    };
  if (answers.every(isForeign))
    return {
      kind: 'other-service',
      message: `${place} looks like another service (${answers[0]?.status}${answers.some(isHtml) ? ', HTML' : ''} to every request): check the base address; it ends in /v1.`,
    };
  return undefined;
}

function isForeign(answer: Answer): boolean {
  const { status } = answer;
  return (
    status === 404 || status === 405 || status === 410 || (status >= 300 && status < 400) || isHtml(answer)
  );
}

function isHtml({ body, content }: Answer): boolean {
  const start = (body ?? content).subarray(0, 200).toString('latin1').trimStart().toLowerCase();
  return start.startsWith('<!doctype') || start.startsWith('<html');
}

function whereTo({ rawHeaders }: Answer): string {
  const location = rawHeaders.find(([name]) => name.toLowerCase() === 'location')?.[1];
  return location === undefined ? '' : ` to ${location.slice(0, 200)}`;
}

/** Why a check that reached the service did not come to its end. */
export function whyCutShort(
  exchanges: readonly Exchange[],
  budgetSpent: boolean,
  maxRequests: number,
): Incomplete | undefined {
  if (budgetSpent)
    return {
      kind: 'budget',
      message: `The budget of ${maxRequests} requests was spent before every rule was tried: raise --max-requests.`,
    };
  const failed = exchanges.flatMap(({ number, outcome }) =>
    outcome.kind === 'failed' && outcome.reason !== 'malformed' ? [{ number, message: outcome.message }] : [],
  );
  if (failed[0] === undefined) return undefined;
  return {
    kind: 'failed',
    message: `${failed.length} of ${exchanges.length} requests got no answer that can be judged; the first is request ${failed[0].number}: ${failed[0].message}`,
  };
}
