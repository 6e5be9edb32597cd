import type { Attempt } from '../safety/conduct.ts';
import { expectStatus, statusOf, summarise } from './expect-status.ts';
import { takeList } from './list-probe.ts';
import type { PlannedStep, Probe, Scene } from './probe.ts';
import { cancelOrder, listOrders } from './requests.ts';
import { lookFor } from './still-listed.ts';

/** Tries to cancel the orders that the user says have shipped, twice each. */
export const shippedOrdersProbe: Probe = {
  id: 'shipped-orders',
  title: 'try to cancel the orders named by --shipped-id',
  level: 'cancel',
  rules: ['R30', 'R31', 'R32'],
  plan: ({ shippedIds }) =>
    shippedIds.length === 0 ? [] : [{ request: listOrders() }, ...shippedIds.flatMap(stepsOf)],
  async run(scene) {
    if (scene.shippedIds.length === 0) {
      for (const rule of ['R30', 'R31'] as const)
        scene.evidence.untested(rule, 'no order was named by --shipped-id');
      return;
    }
    await takeList(scene);
    for (const id of scene.shippedIds) await tryShipped(scene, id);
  },
};

function stepsOf(id: bigint): readonly PlannedStep[] {
  return [
    { request: cancelOrder(id) },
    { request: cancelOrder(id), condition: 'only if the request before was answered with 409' },
    { request: listOrders(), condition: 'only if the list had the order' },
    { request: listOrders(), condition: 'only if the order is missing in the list before' },
  ];
}

async function tryShipped(scene: Scene, id: bigint): Promise<void> {
  const { evidence } = scene;
  const before = scene.lists.latest();
  const listed = before.kind === 'read' && before.ids.has(id);
  const first = await scene.attempt(cancelOrder(id));
  const status = statusOf(evidence, ['R30', 'R31', 'R32'], first);
  if (status === undefined || first.kind !== 'answered') return;
  if (status === 404) return unknownShipped(scene, id, listed, first);
  if (status === 204 || status === 409) admitted(scene, id, listed, first);
  if (expectStatus(evidence, 'R30', first, [409], `409 for order ${id}, which has shipped`) !== true) return;
  const again = await scene.attempt(cancelOrder(id));
  if (expectStatus(evidence, 'R31', again, [409], `409 again for order ${id}, which has shipped`) !== true)
    return;
  if (listed) await expectListed(scene, id);
}

function admitted({ evidence }: Scene, id: bigint, listed: boolean, attempt: Attempt): void {
  if (attempt.kind !== 'answered') return;
  const { exchange, answer } = attempt;
  if (listed) evidence.kept('R32', exchange);
  else
    evidence.broken({
      rule: 'R32',
      exchange: exchange.number,
      expected: `order ${id} in the list before, or 404`,
      got: `no such order in the list, and ${summarise(answer)}`,
    });
}

/** A 404 breaks R30 only if the list still shows the order; otherwise it went by other people's hands, or never was. */
async function unknownShipped(scene: Scene, id: bigint, listed: boolean, first: Attempt): Promise<void> {
  const { evidence } = scene;
  if (listed && (await lookFor(scene, id)) === 'listed') {
    expectStatus(evidence, 'R30', first, [409], `409 for order ${id}, which is listed and has shipped`);
    return;
  }
  for (const rule of ['R30', 'R31'] as const)
    evidence.untested(rule, `the target knows no order ${id}, named by --shipped-id`);
}

async function expectListed(scene: Scene, id: bigint): Promise<void> {
  let presence = await lookFor(scene, id);
  if (presence === 'gone') presence = await lookFor(scene, id);
  if (presence !== 'gone') return;
  const list = scene.lists.latest();
  scene.evidence.broken({
    rule: 'R31',
    exchange: list.kind === 'read' ? list.exchange : undefined,
    expected: `order ${id}, which has shipped, still in the list after the refused cancels`,
    got: 'a list without it, twice',
  });
}
