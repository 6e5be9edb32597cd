import type { Exchange, PlannedRequest } from '../../contract/exchange.ts';
import { pathOfNoOrder } from '../../contract/gaps/path-gaps.ts';
import { type Level, reaches } from '../../contract/report.ts';
import type { CheckSettings } from '../check-settings.ts';
import type { ListsSeen } from './lists-seen.ts';
import { lostDigits } from './misreadings.ts';

export type SafetyPolicyOptions = Pick<
  CheckSettings,
  'pendingIds' | 'shippedIds' | 'raceIds' | 'raceBurst' | 'level' | 'cancelBlocked'
>;

export type Permission =
  | { readonly kind: 'permitted' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Decides whether a request may be sent to the target. No other place does. The policy trusts no probe: it knows only
 * its options, the lists that the target returned and the DELETEs that were sent.
 */
export type SafetyPolicy = ReturnType<typeof createSafetyPolicy>;

/** The DELETEs of one order that were sent: those with the valid key, and the others. */
type Sent = {
  readonly times: number;
  readonly lastStatus: number | undefined;
  /** Whether the first one got a 204. */
  readonly cancelled: boolean;
  readonly wrongKeys: number;
  readonly refused: boolean;
};

const orderPath = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/;

export function createSafetyPolicy(options: SafetyPolicyOptions, lists: ListsSeen) {
  const sent = new Map<bigint, Sent>();
  /** What was sent before the current request, to restore it if the target refuses to handle the request. */
  let before: Sent | undefined;
  return {
    permit(request: PlannedRequest): Permission {
      const reason = whyNot(request, options, lists, sent);
      return reason === undefined ? { kind: 'permitted' } : { kind: 'refused', reason };
    },
    /** Must be called right before a request is sent. */
    onSend(request: PlannedRequest): void {
      const id = orderIdOf(request);
      if (id === undefined) return;
      before = sent.get(id);
      const was = before ?? notSent;
      // Until a response arrives, the effect of a request is unknown.
      if (request.key.kind === 'valid') sent.set(id, { ...was, times: was.times + 1, lastStatus: undefined });
      else sent.set(id, { ...was, wrongKeys: was.wrongKeys + 1, refused: false });
    },
    /** Must be called after the exchange. */
    onExchange({ request, outcome }: Exchange): void {
      const id = orderIdOf(request);
      const now = id === undefined ? undefined : sent.get(id);
      if (id === undefined || now === undefined || outcome.kind !== 'responded') return;
      const { status } = outcome.response;
      if (status === 429 && options.raceIds.includes(id)) return;
      if (status === 429 && before === undefined) sent.delete(id);
      else if (status === 429 && before !== undefined) sent.set(id, before);
      else if (request.key.kind === 'valid')
        sent.set(id, {
          ...now,
          lastStatus: status,
          cancelled: now.times === 1 ? status === 204 : now.cancelled,
        });
      else sent.set(id, { ...now, refused: status >= 400 && status < 500 });
    },
  };
}

const notSent: Sent = { times: 0, lastStatus: undefined, cancelled: false, wrongKeys: 0, refused: true };

function orderIdOf(request: PlannedRequest): bigint | undefined {
  const text = request.method === 'DELETE' ? orderPath.exec(request.path)?.[1] : undefined;
  return text === undefined ? undefined : BigInt(text);
}

function whyNot(
  request: PlannedRequest,
  options: SafetyPolicyOptions,
  lists: ListsSeen,
  sent: ReadonlyMap<bigint, Sent>,
): string | undefined {
  if (request.operationId === undefined) return whyNotHarmless(request, options.level);
  if (request.method === 'GET')
    return request.path === '/store/orders' ? undefined : 'only the list of orders may be read';
  if (options.level === 'observe') return 'level observe sends no DELETE; levels probe and cancel do';
  const id = orderIdOf(request);
  if (id === undefined || BigInt.asIntN(64, id) !== id || request.query !== '')
    return 'the path does not name exactly one order';
  const { pendingIds, shippedIds, raceIds } = options;
  const named = [...pendingIds, ...shippedIds, ...raceIds].includes(id);
  return named ? whyNotNamed(id, request, options, lists, sent) : whyNotAbsent(id, lists, sent.get(id));
}

function whyNotAbsent(id: bigint, lists: ListsSeen, before: Sent | undefined): string | undefined {
  if (before !== undefined) return `order ${id} was tried before; an absent id is used once`;
  const reason = lists.whyNotAbsent(id);
  return reason === undefined ? undefined : `order ${id} may exist: ${reason}`;
}

function whyNotNamed(
  id: bigint,
  request: PlannedRequest,
  options: SafetyPolicyOptions,
  lists: ListsSeen,
  sent: ReadonlyMap<bigint, Sent>,
): string | undefined {
  const isRaced = options.raceIds.includes(id);
  const level = isRaced ? 'race' : 'cancel';
  if (!reaches(options.level, level)) return `order ${id} may be cancelled only at level ${level}`;
  if (options.cancelBlocked !== undefined) return options.cancelBlocked;
  const before = sent.get(id) ?? notSent;
  if (request.key.kind !== 'valid') {
    const reason = whyNoWrongKey(id, options, lists, sent);
    if (reason !== undefined) return reason;
  }
  if (!before.refused) return `order ${id} may have been cancelled without a valid key`;
  if (isRaced && before.times > 0)
    return before.times > options.raceBurst ? `order ${id} was tried before` : undefined;
  if (before.times > 0) {
    const { times, lastStatus, cancelled } = before;
    const again = times === 1 && (lastStatus === 204 || lastStatus === 409);
    // It was cancelled already, so that a third cancel can only show a target that does not know it.
    const third = times === 2 && cancelled && (lastStatus === 404 || lastStatus === 409);
    return again || third ? undefined : `order ${id} was tried before`;
  }
  const latest = lists.latest();
  if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
  if (latest.ids.has(id)) return undefined;
  const hidden = options.shippedIds.includes(id) && lists.whyNotAbsent(id) === undefined;
  if (hidden && request.key.kind === 'valid') return undefined;
  const left = lostDigits(id).find((other) => latest.ids.has(other));
  if (left !== undefined)
    return `order ${id} is not in the list, but ${left} is: does the list lose digits of ids?`;
  return latest.ids.hasDouble(id)
    ? `order ${id} is not in the list, but an id with the same nearest double is: did a tool round the named id?`
    : `order ${id} is not in the list`;
}

/** How many wrong keys are tried with a shipped order. */
export const wrongKeysForShipped = 2;

/**
 * Wrong keys are tried before the valid key, with one pending order, and with a second one if the first was gone or refused then;
 * shipped orders get a few of them.
 */
function whyNoWrongKey(
  id: bigint,
  { pendingIds, shippedIds }: SafetyPolicyOptions,
  lists: ListsSeen,
  sent: ReadonlyMap<bigint, Sent>,
): string | undefined {
  const { times, wrongKeys } = sent.get(id) ?? notSent;
  if (times > 0) return `order ${id} was tried before`;
  if (shippedIds.includes(id) && wrongKeys < wrongKeysForShipped) return undefined;
  const others = pendingIds.flatMap((one) => {
    const { wrongKeys, lastStatus } = sent.get(one) ?? notSent;
    const list = lists.latest();
    const isGone = list.kind === 'read' && !list.ids.has(one);
    return one === id || wrongKeys === 0 ? [] : [isGone || lastStatus === 404 || lastStatus === 409];
  });
  if (pendingIds.includes(id) && others.length < 2 && others.every((refused) => refused)) return undefined;
  return `order ${id} is tried only with the valid key`;
}

/**
 * Returns why a request that only shows a gap may not be sent; undefined if it may. Such a request changes nothing: its method
 * is safe (RFC 9110, 9.2.1), or it is a DELETE of a path that no order can have. Level `observe` permits only lists.
 */
export function whyNotHarmless({ method, path }: PlannedRequest, level: Level): string | undefined {
  if (method === 'GET' && path === '/store/orders') return undefined;
  if (level === 'observe') return 'level observe only reads the list; levels probe and cancel send more';
  const safe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const harmless = safe || (method === 'DELETE' && path === pathOfNoOrder);
  return harmless ? undefined : `a ${method} of ${path} may change something`;
}
