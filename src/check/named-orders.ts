import { type Exchange, isUnavailable } from '../contract/exchange.ts';
import type { Finding, NamedOrder, RuleId } from '../contract/report.ts';
import { cancelOrder } from '../contract/requests.ts';
import type { CheckSettings } from './check-settings.ts';

type EndOfCheck = {
  readonly named: Pick<CheckSettings, 'pendingIds' | 'shippedIds' | 'raceIds'>;
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  /** Why a cancel with the valid key was not sent, by its path. */
  readonly withheld: ReadonlyMap<string, string>;
  /** Why a cancel was neither sent nor withheld. */
  readonly otherwise: string;
};

/** Returns for each named order whether its cancel was tested, and if not, why. */
export function namedOrders(end: EndOfCheck): readonly NamedOrder[] {
  const { pendingIds, shippedIds, raceIds } = end.named;
  const of = (named: NamedOrder['named'], ids: readonly bigint[]): readonly NamedOrder[] =>
    ids.map((id) => ({ id, named, untested: whyUntested(id, named, end) }));
  return [...of('shipped', shippedIds), ...of('pending', pendingIds), ...of('race', raceIds)];
}

function whyUntested(id: bigint, named: NamedOrder['named'], end: EndOfCheck): string | undefined {
  const { path } = cancelOrder(id);
  const cancels = end.exchanges.filter(
    ({ request }) => request.path === path && request.method === 'DELETE' && request.key.kind === 'valid',
  );
  if (cancels.length === 0) return end.withheld.get(path) ?? end.otherwise;
  const reasons = cancels.map((exchange) => whyInconclusive(exchange, named, end.findings));
  return reasons.includes(undefined) ? undefined : reasons.at(-1);
}

/** The rules about what a cancel decides. Others, such as those about its Error body, do not say that an order was tested. */
const decisive: readonly RuleId[] = ['R26', 'R30', 'R31', 'R32', 'R33', 'R34'];

/** A refusal that breaks no rule only says that the order is in another state than the user named, or does not exist. */
function whyInconclusive(
  { number, outcome }: Exchange,
  named: NamedOrder['named'],
  findings: readonly Finding[],
): string | undefined {
  const unknown = 'so that it is unknown whether it was cancelled';
  if (outcome.kind === 'failed')
    return `request ${number} got no response, ${unknown}: ${outcome.message.replace(/\.$/, '')}`;
  const { status } = outcome.response;
  // A gateway may respond after the service cancelled the order. A 429 refuses the request.
  if (isUnavailable(status))
    return `request ${number} got a ${status}${status === 429 ? '' : `, ${unknown}`}`;
  const isRefusal = status === 404 || (status === 409 && named === 'pending');
  if (!isRefusal || findings.some(({ exchange, rule }) => exchange === number && decisive.includes(rule)))
    return undefined;
  return `request ${number} got a ${status} (was it still ${named === 'shipped' ? 'there' : 'pending'}?)`;
}
