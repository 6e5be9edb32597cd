import type { OperationId, PlannedRequest } from '../../contract/exchange.ts';
import { pathOfNoOrder } from '../../contract/gaps/path-gaps.ts';
import { type Level, type RuleId, reaches } from '../../contract/report.ts';
import type { CheckSettings } from '../check-settings.ts';
import { type ListsSeen, smallestAbsent } from './lists-seen.ts';

export type GateOptions = Pick<
  CheckSettings,
  'pendingIds' | 'shippedIds' | 'raceIds' | 'level' | 'cancelBlocked' | 'skip'
>;

const orderPath = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/;

/** The rules for which an operation is requested without a key, and with a wrong one. */
const rulesOfKeys: Readonly<Record<OperationId, readonly [RuleId, RuleId]>> = {
  listOrders: ['R14', 'R15'],
  cancelOrder: ['R16', 'R17'],
};

/**
 * Returns why a request may not be sent; undefined if it may. No other place decides it, and it trusts no probe: it knows only
 * the options and the lists that the target returned. A DELETE goes only to an order that is named at this level, or to an id
 * that is absent from every list.
 */
export function whyNotPermitted(
  request: PlannedRequest,
  options: GateOptions,
  lists: ListsSeen,
): string | undefined {
  const { operationId, key } = request;
  if (operationId === undefined) return whyNotHarmless(request, options.level);
  const rule = key.kind === 'valid' ? undefined : rulesOfKeys[operationId][key.kind === 'none' ? 0 : 1];
  if (rule !== undefined && options.skip.includes(rule)) return `left out by --skip ${rule}`;
  if (request.method === 'GET')
    return request.path === '/store/orders' ? undefined : 'only the list of orders may be read';
  if (options.level === 'observe') return 'level observe sends no DELETE; levels probe and cancel do';
  const text = request.method === 'DELETE' ? orderPath.exec(request.path)?.[1] : undefined;
  const id = BigInt(text ?? 0);
  if (text === undefined || BigInt.asIntN(64, id) !== id || request.query !== '')
    return 'the path does not name exactly one order';
  const { pendingIds, shippedIds, raceIds } = options;
  if ([...pendingIds, ...shippedIds, ...raceIds].includes(id)) return whyNotNamed(id, options, lists);
  if (id < smallestAbsent && id > -smallestAbsent)
    return `order ${id} has too few digits to be surely absent`;
  const reason = lists.whyNotAbsent(id);
  return reason === undefined ? undefined : `order ${id} may exist: ${reason}`;
}

function whyNotNamed(
  id: bigint,
  { level, raceIds, shippedIds, cancelBlocked }: GateOptions,
  lists: ListsSeen,
): string | undefined {
  const needed = raceIds.includes(id) ? 'race' : 'cancel';
  if (!reaches(level, needed)) return `order ${id} may be cancelled only at level ${needed}`;
  if (cancelBlocked !== undefined) return cancelBlocked;
  const latest = lists.latest();
  if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
  // A target that keeps cancelled orders out of the list is asked again about an order that was there.
  if (lists.everListed(id)) return undefined;
  if (shippedIds.includes(id) && lists.whyNotAbsent(id) === undefined) return undefined;
  return `order ${id} is not in the list`;
}

/**
 * Returns why a request that only shows a gap may not be sent; undefined if it may. Such a request changes nothing: its method
 * is safe (RFC 9110, 9.2.1), or it is a DELETE of a path that no order can have. Level `observe` permits only lists.
 */
function whyNotHarmless({ method, path }: PlannedRequest, level: Level): string | undefined {
  if (method === 'GET' && path === '/store/orders') return undefined;
  if (level === 'observe') return 'level observe only reads the list; levels probe and cancel send more';
  const safe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const harmless = safe || (method === 'DELETE' && path === pathOfNoOrder);
  return harmless ? undefined : `a ${method} of ${path} may change something`;
}
