import { createListsSeen } from '../../src/check/safety/lists-seen.ts';
import { createSafetyPolicy, type SafetyPolicyOptions } from '../../src/check/safety/safety-policy.ts';
import type { Exchange, PlannedRequest } from '../../src/contract/exchange.ts';
import { OrderIds } from '../../src/contract/judge/order-ids.ts';
import type { OrderList } from '../../src/contract/judge/order-list.ts';
import { listOrders } from '../../src/contract/requests.ts';
import { aResponse } from '../contract/a-response.ts';

/** Permits everything that a user can permit. */
export const everything: SafetyPolicyOptions = {
  level: 'cancel',
  pendingIds: [101n],
  shippedIds: [201n],
  raceIds: [301n],
  raceBurst: 2,
  cancelBlocked: undefined,
};

/** An exchange with a response. */
export function exchange(request: PlannedRequest, status: number, text = ''): Exchange {
  const response = aResponse(text, { status });
  return { number: 1, request, startedAt: 0, outcome: { kind: 'responded', response } };
}

/** Returns a policy after a list of these ids whose bytes contain none of their digits. */
export function policyAfterList(options: SafetyPolicyOptions, ids: readonly bigint[]) {
  const list: OrderList = {
    kind: 'read',
    body: Buffer.from('[…]'),
    orders: ids.length,
    ids: OrderIds.of(...ids),
    withoutId: 0,
    sample: [],
  };
  const lists = createListsSeen(() => list);
  lists.learn(exchange(listOrders(), 200, '[…]'));
  return createSafetyPolicy(options, lists);
}

/** Sends a request if the policy permits it, and returns whether it does. */
export const pass = (
  policy: ReturnType<typeof createSafetyPolicy>,
  request: PlannedRequest,
  status: number,
): string => {
  const permission = policy.permit(request);
  if (permission.kind === 'permitted') {
    policy.onSend(request);
    policy.onExchange(exchange(request, status));
  }
  return permission.kind;
};
