import { expectStatus } from './expect-status.ts';
import type { Probe, Scene } from './probe.ts';
import { listOrders } from './requests.ts';

/** Takes a plain list with the valid key and holds it against R04; the judge looks at the rest. */
export async function takeList({ attempt, evidence }: Scene): Promise<void> {
  expectStatus(evidence, 'R04', await attempt(listOrders()), [200], '200 for the list with the key');
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
