import type { RuleId } from '../rules/rules.ts';
import type { Attempt } from '../safety/conduct.ts';
import type { RequestKey } from '../wire/exchange.ts';
import { expectStatus, statusOf, summarise } from './expect-status.ts';
import { takeList } from './list-probe.ts';
import type { Probe, Scene } from './probe.ts';
import { cancelOrder, invalidKeys, keyInWords, listOrders, noKey, validKey } from './requests.ts';

const wrongKeys = [noKey, ...invalidKeys];
const cancelsWithKey = 2;

/**
 * Cancels orders that are not there, each id drawn anew over the whole of int64. Whatever the target does, nothing can
 * be cancelled, even if it does not look at keys.
 */
export const absentOrdersProbe: Probe = {
  id: 'absent-orders',
  title: 'cancel orders that are not in the list',
  level: 'probe',
  rules: ['R16', 'R17', 'R18', 'R25'],
  plan: () => [
    { request: listOrders() },
    ...wrongKeys.map((key) => ({ request: cancelOrder('{absent id}', key) })),
    ...Array.from({ length: cancelsWithKey }, () => ({ request: cancelOrder('{absent id}') })),
  ],
  async run(scene) {
    await takeList(scene);
    for (const key of wrongKeys) expectRefusedKey(scene, key, await cancelAbsent(scene, key));
    for (let time = 0; time < cancelsWithKey; time += 1) {
      const attempt = await cancelAbsent(scene, validKey);
      expectStatus(scene.evidence, 'R25', attempt, [404], '404 for an order that is not in the list');
    }
  },
};

async function cancelAbsent(scene: Scene, key: RequestKey): Promise<Attempt> {
  return scene.attempt(cancelOrder(drawAbsentId(scene), key));
}

/** Draws until the lists leave an id free; the gate has the last word, so that giving up is safe. */
function drawAbsentId({ drawId, lists, pendingIds, shippedIds }: Scene): bigint {
  let id = drawId();
  for (let tries = 0; tries < 100; tries += 1) {
    const named = pendingIds.includes(id) || shippedIds.includes(id);
    if (!named && lists.whyNotAbsent(id) === undefined) break;
    id = drawId();
  }
  return id;
}

/** A 404 or 409 tells about orders before it asks for the key: R18. Anything else but 401 breaks R16 or R17. */
function expectRefusedKey({ evidence }: Scene, key: RequestKey, attempt: Attempt): void {
  const own: RuleId = key.kind === 'none' ? 'R16' : 'R17';
  const status = statusOf(evidence, [own, 'R18'], attempt);
  if (status === undefined || attempt.kind !== 'answered') return;
  const { exchange, answer } = attempt;
  const tells = status === 404 || status === 409;
  if (status === 401) evidence.kept(own, exchange);
  if (status === 401) evidence.kept('R18', exchange);
  else
    evidence.broken({
      rule: tells ? 'R18' : own,
      exchange: exchange.number,
      expected: `401 ${keyInWords(key)}`,
      got: summarise(answer),
    });
  if (tells) evidence.untested(own, `request ${exchange.number} breaks R18`);
}
