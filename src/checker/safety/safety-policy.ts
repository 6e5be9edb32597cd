import type { Level } from '../report.ts';
import type { Exchange, PlannedRequest } from '../wire/exchange.ts';
import type { ListsSeen } from './lists-seen.ts';
import { lookalikes } from './lookalikes.ts';

/** What the user allows the checker to do to a target. */
export type Grant = {
  readonly level: Level;
  /** Orders that may be cancelled. */
  readonly pendingIds: readonly bigint[];
  /** Orders that are said to have shipped, and may be tried. */
  readonly shippedIds: readonly bigint[];
  /** Why named orders must not be touched all the same; undefined when they may. */
  readonly refusal: string | undefined;
};

/** Whether a request may leave. */
export type Permission =
  | { readonly kind: 'permitted' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The one place that decides whether a request may reach the target. It trusts no probe: it knows what was granted,
 * which lists the target showed and which DELETEs have left, and nothing else.
 */
export type Gate = {
  permit(request: PlannedRequest): Permission;
  /** To be told right before a request leaves. */
  leaving(request: PlannedRequest): void;
  /** To be told what came of it. */
  returned(exchange: Exchange): void;
};

type Sent = { times: number; lastStatus: number | undefined };

const orderPath = /^\/store\/orders\/(0|-?[1-9][0-9]{0,18})$/;

/** A gate that keeps to the grant. */
export function createGate(grant: Grant, lists: ListsSeen): Gate {
  const sent = new Map<bigint, Sent>();
  return {
    permit: (request) => {
      const reason = whyNot(request, grant, lists, sent);
      return reason === undefined ? { kind: 'permitted' } : { kind: 'refused', reason };
    },
    leaving(request) {
      const id = orderIdOf(request);
      if (id !== undefined) sent.set(id, { times: (sent.get(id)?.times ?? 0) + 1, lastStatus: undefined });
    },
    returned({ request, outcome }) {
      const id = orderIdOf(request);
      const before = id === undefined ? undefined : sent.get(id);
      if (before !== undefined && outcome.kind === 'answered') before.lastStatus = outcome.answer.status;
    },
  };
}

function orderIdOf(request: PlannedRequest): bigint | undefined {
  const text = request.method === 'DELETE' ? orderPath.exec(request.path)?.[1] : undefined;
  return text === undefined ? undefined : BigInt(text);
}

function whyNot(
  request: PlannedRequest,
  grant: Grant,
  lists: ListsSeen,
  sent: ReadonlyMap<bigint, Sent>,
): string | undefined {
  if (request.method === 'GET')
    return request.path === '/store/orders' ? undefined : 'only the list of orders may be read';
  if (grant.level === 'observe') return 'level observe sends no DELETE; --level probe or cancel does';
  const id = orderIdOf(request);
  if (id === undefined || BigInt.asIntN(64, id) !== id || request.query !== '')
    return 'the path does not name exactly one order';
  const named = grant.pendingIds.includes(id) || grant.shippedIds.includes(id);
  return named ? whyNotNamed(id, request, grant, lists, sent.get(id)) : whyNotAbsent(id, lists, sent.get(id));
}

function whyNotAbsent(id: bigint, lists: ListsSeen, before: Sent | undefined): string | undefined {
  if (before !== undefined) return `order ${id} was tried before; an absent id is used once`;
  const reason = lists.whyNotAbsent(id);
  return reason === undefined ? undefined : `order ${id} is not proved absent: ${reason}`;
}

function whyNotNamed(
  id: bigint,
  request: PlannedRequest,
  grant: Grant,
  lists: ListsSeen,
  before: Sent | undefined,
): string | undefined {
  if (grant.level !== 'cancel') return `order ${id} may be cancelled at level cancel alone`;
  if (grant.refusal !== undefined) return grant.refusal;
  if (request.key.kind !== 'valid') return `order ${id} is not tried without the valid key`;
  if (before !== undefined) {
    const refusedOrDone = before.lastStatus === 204 || before.lastStatus === 409;
    return before.times === 1 && refusedOrDone ? undefined : `order ${id} has been tried already`;
  }
  const latest = lists.latest();
  if (latest.kind === 'unreadable') return `the list cannot be read: ${latest.why}`;
  if (latest.ids.has(id)) return undefined;
  const hidden = grant.shippedIds.includes(id) && lists.whyNotAbsent(id) === undefined;
  if (hidden) return undefined;
  const alike = lookalikes(id).find((other) => latest.ids.has(other));
  return alike === undefined
    ? `order ${id} is not in the list`
    : `order ${id} is not in the list, but ${alike} is: does the list lose digits of ids?`;
}
