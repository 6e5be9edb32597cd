import { statusOf } from './expect-status.ts';
import type { Probe, Scene } from './probe.ts';
import { listOrders } from './requests.ts';

/** Takes a plain list with the valid key. The judge holds it against R04 and all that a list must be. */
export async function takeList({ attempt, evidence }: Scene): Promise<void> {
  statusOf(evidence, ['R04'], await attempt(listOrders()));
}

/** Lists the orders with the key. */
export const listProbe: Probe = {
  id: 'list',
  title: 'list the orders',
  level: 'observe',
  rules: ['R04'],
  plan: () => [{ request: listOrders() }],
  run: takeList,
};
