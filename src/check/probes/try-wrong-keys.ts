import { cancelOrder, wrongKeysForNamed } from '../../contract/requests.ts';
import { expectRefusedKey } from './expect-refused-key.ts';
import type { ProbeContext } from './probe.ts';

/** A pending order that was tried without a valid key. */
export type TriedOrder = {
  readonly id: bigint;
  /** The numbers of the requests. */
  readonly requests: readonly number[];
  /** Whether every response was a 401. */
  readonly refused: boolean;
};

/**
 * R16 to R18: tries to cancel the first named order that is listed without a key, with a wrong key, and with the key in
 * other forms. The user owns the order, so a target that cancels it harms nobody else. Returns undefined if no request was
 * sent.
 */
export async function tryWrongKeys(context: ProbeContext): Promise<TriedOrder | undefined> {
  const { collector, lists, pendingIds } = context;
  const list = lists.latest();
  const id = list.kind === 'read' ? pendingIds.find((one) => list.ids.has(one)) : undefined;
  if (id === undefined) {
    collector.untested('R34', 'the list contains no order named by --pending-id');
    return undefined;
  }
  const requests: number[] = [];
  let refused = true;
  for (const key of wrongKeysForNamed) {
    const attempt = await context.attempt(cancelOrder(id, key));
    const got401 = expectRefusedKey(context, key, attempt);
    if (attempt.kind === 'withheld') continue;
    refused &&= got401;
    requests.push(attempt.exchange.number);
  }
  if (!refused || requests.length === 0)
    collector.untested('R34', `not every cancel of order ${id} without a valid key got a 401`);
  return requests.length === 0 ? undefined : { id, requests, refused };
}
