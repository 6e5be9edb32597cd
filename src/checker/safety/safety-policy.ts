import type { Level } from '../report.ts';
import type { Exchange, PlannedRequest } from '../wire/exchange.ts';
import { type ListsSeen, lookalikes } from './lists-seen.ts';

/** What the user allows the checker to do. */
export type SafetyPolicyOptions = {
  readonly level: Level;
  /** Orders that may be cancelled. */
  readonly pendingIds: readonly bigint[];
  /** Orders that have shipped, according to the user, and may be tried. */
  readonly shippedIds: readonly bigint[];
  /** Why no named order may be cancelled; undefined if they may. */
  readonly cancelBlocked: string | undefined;
};

/** Whether a request may be sent. */
export type Permission =
  | { readonly kind: 'permitted' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Decides whether a request may be sent to the target. No other place does. The policy trusts no probe: it knows only
 * its options, the lists that the target returned and the DELETEs that were sent.
 */
export type SafetyPolicy = {
  permit(request: PlannedRequest): Permission;
  /** Must be called right before a request is sent. */
  onSend(request: PlannedRequest): void;
  /** Must be called after the exchange. */
  onExchange(exchange: Exchange): void;
};

type Sent = { times: number; lastStatus: number | undefined };

const orderPath = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/;

/** Creates the safety policy of one check. */
export function createSafetyPolicy(options: SafetyPolicyOptions, lists: ListsSeen): SafetyPolicy {
  const sent = new Map<bigint, Sent>();
  return {
    permit: (request) => {
      const reason = whyNot(request, options, lists, sent);
      return reason === undefined ? { kind: 'permitted' } : { kind: 'refused', reason };
    },
    onSend(request) {
      const id = orderIdOf(request);
      if (id !== undefined) sent.set(id, { times: (sent.get(id)?.times ?? 0) + 1, lastStatus: undefined });
    },
    onExchange({ request, outcome }) {
      const id = orderIdOf(request);
      const before = id === undefined ? undefined : sent.get(id);
      if (before !== undefined && outcome.kind === 'responded') before.lastStatus = outcome.response.status;
    },
  };
}

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
  if (request.method === 'GET')
    return request.path === '/store/orders' ? undefined : 'only the list of orders may be read';
  if (options.level === 'observe') return 'level observe sends no DELETE; levels probe and cancel do';
  const id = orderIdOf(request);
  if (id === undefined || BigInt.asIntN(64, id) !== id || request.query !== '')
    return 'the path does not name exactly one order';
  const named = options.pendingIds.includes(id) || options.shippedIds.includes(id);
  return named
    ? whyNotNamed(id, request, options, lists, sent.get(id))
    : whyNotAbsent(id, lists, sent.get(id));
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
  before: Sent | undefined,
): string | undefined {
  if (options.level !== 'cancel') return `order ${id} may be cancelled only at level cancel`;
  if (options.cancelBlocked !== undefined) return options.cancelBlocked;
  if (request.key.kind !== 'valid') return `order ${id} is tried only with the valid key`;
  if (before !== undefined) {
    const refusedOrDone = before.lastStatus === 204 || before.lastStatus === 409;
    return before.times === 1 && refusedOrDone ? undefined : `order ${id} was tried before`;
  }
  const latest = lists.latest();
  if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
  if (latest.ids.has(id)) return undefined;
  const hidden = options.shippedIds.includes(id) && lists.whyNotAbsent(id) === undefined;
  if (hidden) return undefined;
  const alike = lookalikes(id).find((other) => latest.ids.has(other));
  return alike === undefined
    ? `order ${id} is not in the list`
    : `order ${id} is not in the list, but ${alike} is: does the list lose digits of ids?`;
}
