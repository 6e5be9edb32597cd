import type { Exchange } from '../contract/exchange.ts';
import type { Finding, NamedOrder } from '../contract/report.ts';
import { cancelOrder } from '../contract/requests.ts';
import type { RuleId } from '../contract/rules/rule-ids.ts';
import { isUnavailable } from '../contract/unavailable.ts';
import type { CheckSettings } from './check-settings.ts';

export type NamedOrdersEnd = {
  readonly named: Pick<CheckSettings, 'pendingIds' | 'shippedIds' | 'raceIds'>;
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  /** Why a cancel with the valid key was not sent, by its path. */
  readonly withheld: ReadonlyMap<string, string>;
  /** Why a cancel was neither sent nor withheld. */
  readonly otherwise: string;
};

/** Returns for each named order whether its cancel was tested, and if not, why. */
export function namedOrders(end: NamedOrdersEnd): readonly NamedOrder[] {
  const { pendingIds, shippedIds, raceIds } = end.named;
  return [
    ...shippedIds.map((id) => ({ id, named: 'shipped' as const, untested: whyUntested(id, end) })),
    ...pendingIds.map((id) => ({
      id,
      named: 'pending' as const,
      untested: whyUntested(id, end, [404, 409]),
    })),
    ...raceIds.map((id) => ({ id, named: 'race' as const, untested: whyUntested(id, end) })),
  ];
}

/** @param refusals the statuses that only say that the order is in another state than the user named */
function whyUntested(id: bigint, end: NamedOrdersEnd, refusals = [404]): string | undefined {
  const { path } = cancelOrder(id);
  const cancels = end.exchanges.filter(
    ({ request }) => request.path === path && request.method === 'DELETE' && request.key.kind === 'valid',
  );
  if (cancels.length === 0) return end.withheld.get(path) ?? end.otherwise;
  const reasons = cancels.map((exchange) => whyInconclusive(exchange, end.findings, refusals));
  return reasons.includes(undefined) ? undefined : reasons.at(-1);
}

/** The rules about what a cancel decides. Others, such as those about its Error body, do not say that an order was tested. */
const decisive: readonly RuleId[] = ['R26', 'R30', 'R31', 'R32', 'R33', 'R34'];

/** A 404 that breaks no rule is that of an order that does not exist, or no longer. */
function whyInconclusive(
  exchange: Exchange,
  findings: readonly Finding[],
  refusals: readonly number[],
): string | undefined {
  const { number, outcome } = exchange;
  const unknown = 'so that it is unknown whether it was cancelled';
  if (outcome.kind === 'failed')
    return `request ${number} got no response, ${unknown}: ${outcome.message.replace(/\.$/, '')}`;
  const { status } = outcome.response;
  // A gateway may respond after the service cancelled the order. A 429 refuses the request.
  if (status === 429) return `request ${number} got a 429`;
  if (isUnavailable(status)) return `request ${number} got a ${status}, ${unknown}`;
  const isFinding = ({ exchange, rule }: Finding): boolean => exchange === number && decisive.includes(rule);
  if (!refusals.includes(status) || findings.some(isFinding)) return undefined;
  return refusals.includes(409)
    ? `request ${number} got a ${status} (was it still pending?)`
    : `request ${number} got a 404, and the list does not contain the order`;
}
