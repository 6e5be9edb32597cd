import type { Attempt } from '../safety/conduct.ts';
import { expectStatus, statusOf } from './expect-status.ts';
import { takeList } from './list-probe.ts';
import type { PlannedStep, Probe, Scene } from './probe.ts';
import { cancelOrder, listOrders } from './requests.ts';
import { lookFor } from './still-listed.ts';

/** Cancels the orders that the user named, and tries each a second time. */
export const pendingOrdersProbe: Probe = {
  id: 'pending-orders',
  title: 'cancel the orders named by --pending-id',
  level: 'cancel',
  rules: ['R26', 'R27', 'R28', 'R29', 'R32'],
  plan: ({ pendingIds }) =>
    pendingIds.length === 0 ? [] : [{ request: listOrders() }, ...pendingIds.flatMap(stepsOf)],
  async run(scene) {
    if (scene.pendingIds.length === 0) {
      for (const rule of ['R26', 'R27', 'R28', 'R29'] as const)
        scene.evidence.untested(rule, 'no order was named by --pending-id');
      return;
    }
    await takeList(scene);
    for (const id of scene.pendingIds) await cancelPending(scene, id);
  },
};

function stepsOf(id: bigint): readonly PlannedStep[] {
  return [
    { request: cancelOrder(id), condition: 'only if the list has the order' },
    { request: listOrders(), condition: 'only if the request before was answered with 204 or 404' },
    { request: cancelOrder(id), condition: 'only if the first cancel was answered with 204' },
  ];
}

async function cancelPending(scene: Scene, id: bigint): Promise<void> {
  const { evidence } = scene;
  const first = await scene.attempt(cancelOrder(id));
  const status = statusOf(evidence, ['R26', 'R29', 'R32'], first);
  if (first.kind === 'failed')
    evidence.note(
      `Whether order ${id} was cancelled is not known: its cancel got no answer; nothing is repeated.`,
    );
  if (status === undefined || first.kind !== 'answered') return;
  if (status === 204 || status === 409) evidence.kept('R32', first.exchange);
  if (status === 404) return unknownPending(scene, id, first);
  const expected = `204 for order ${id}, named by --pending-id and listed`;
  if (expectStatus(evidence, 'R26', first, [204], expected) !== true)
    return evidence.untested('R29', 'no order was cancelled');
  await lookAfterCancel(scene, id);
  await cancelAgain(scene, id);
}

/** A 404 breaks R26 only if a new list still shows the order. */
async function unknownPending(scene: Scene, id: bigint, first: Attempt): Promise<void> {
  const { evidence } = scene;
  const presence = await lookFor(scene, id);
  if (presence === 'listed') {
    expectStatus(evidence, 'R26', first, [204], `204 for order ${id}, which is listed`);
    return;
  }
  if (presence === 'unknown') {
    const reason = `order ${id} was not found, and no list tells whether it is there`;
    for (const rule of ['R26', 'R29'] as const) evidence.untested(rule, reason);
    return;
  }
  evidence.note(`Order ${id} went from the list before it could be cancelled: other people use the target.`);
  for (const rule of ['R26', 'R29'] as const) evidence.untested(rule, `order ${id} went before its cancel`);
}

async function lookAfterCancel(scene: Scene, id: bigint): Promise<void> {
  const presence = await lookFor(scene, id);
  const list = scene.lists.latest();
  if (presence === 'unknown' || list.kind === 'unreadable') return;
  const observed = presence === 'listed' ? 'keep' : 'remove';
  scene.evidence.observed({ gap: 'cancelled-in-list', observed, allowed: true, exchange: list.exchange });
}

async function cancelAgain(scene: Scene, id: bigint): Promise<void> {
  const { evidence } = scene;
  const again = await scene.attempt(cancelOrder(id));
  const expected = `409 or 404 for order ${id}, which was just cancelled`;
  if (expectStatus(evidence, 'R29', again, [409, 404], expected) !== true || again.kind !== 'answered')
    return;
  const observed = again.answer.status === 409 ? 'conflict' : 'not-found';
  evidence.observed({ gap: 'cancel-again', observed, allowed: true, exchange: again.exchange.number });
}
