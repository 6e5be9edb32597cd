import { randomBytes } from 'node:crypto';
import { type RequestKey, validKey } from '../../contract/api-key.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { countDamage } from './count-damage.ts';
import { expectStatus } from './expect-status.ts';
import { listBeforeCancels, requestList, settlingSteps } from './list-probe.ts';
import { expectOthersUnchanged, repeatedLists } from './other-orders.ts';
import type { DrawId, Probe, ProbeContext } from './probe.ts';
import { expectRefusedKey } from './wrong-keys.ts';

/** A kind of order id: its smallest and its largest one. */
export type IdClass = { readonly name: string; readonly from: bigint; readonly to: bigint };

const small = { from: 10n ** 8n, to: 2n ** 31n - 1n };
const long = { from: 10n ** 18n, to: 2n ** 63n - 1n };

/** Every check tries each of these kinds, so that two checks of one target agree. */
export const idClasses: readonly IdClass[] = [
  { name: 'an id of 19 digits', ...long },
  { name: 'a negative id of 19 digits', from: -(2n ** 63n), to: -long.from },
  { name: 'an id of 32 bits', ...small },
  { name: 'a negative id of 32 bits', from: -(2n ** 31n), to: -small.from },
];

export const drawRandomId: DrawId = (from, to) =>
  from + (randomBytes(8).readBigUInt64BE() % (to - from + 1n));

const maxDraws = 100;

/**
 * Cancels an order of the first kind that has an id that no list contains. If none has, the safety policy withholds the
 * request, with its reason.
 */
export async function cancelAbsent(
  context: ProbeContext,
  key: RequestKey,
  kinds: readonly IdClass[],
): Promise<Attempt> {
  const id = drawAbsentId(context, kinds);
  if (id === undefined) return { kind: 'withheld', reason: 'only ids of named orders were drawn' };
  return context.attempt(cancelOrder(id, key));
}

/** The policy may permit to cancel a named order, so its id is never returned. */
function drawAbsentId(context: ProbeContext, kinds: readonly IdClass[]): bigint | undefined {
  const { drawId, lists, pendingIds, shippedIds, raceIds } = context;
  const named = new Set([...pendingIds, ...shippedIds, ...raceIds]);
  let refused: bigint | undefined;
  for (const { from, to } of kinds) {
    for (let draws = 0; draws < maxDraws; draws += 1) {
      const id = drawId(from, to);
      if (named.has(id)) continue;
      if (lists.whyNotAbsent(id) === undefined) return id;
      refused = id;
    }
  }
  return refused;
}

/**
 * Cancels orders that do not exist, each with a new id of every kind. Nothing can be cancelled, even if the target does
 * not check keys.
 */
export const absentOrdersProbe: Probe = {
  id: 'absent-orders',
  title: 'cancel orders that are not in the list',
  level: 'probe',
  rules: ['R16', 'R17', 'R18', 'R25', 'R33'],
  plan: ({ refusedKeys }) => [
    ...settlingSteps(),
    ...refusedKeys.map((key) => ({ request: cancelOrder('{absent id}', key) })),
    ...idClasses.map(() => ({ request: cancelOrder('{absent id}') })),
    { request: listOrders() },
    ...repeatedLists,
    ...[...idClasses.map(() => cancelOrder('{absent id}')), listOrders()].map((request) => ({
      request,
      condition: 'only if orders are gone after these cancels; up to 2 times',
    })),
  ],
  async run(context) {
    const before = await listBeforeCancels(context);
    const damage = await countDamage(context, new Set(), [
      async () => {
        await tryEachKey(context);
        await cancelEachKind(context);
      },
      async (damage) => damage > 0 && (await cancelEachKind(context)),
      async (damage) => damage > 1 && (await cancelEachKind(context)),
    ]);
    await expectOthersUnchanged(context, before, 'the cancels of orders that do not exist', damage);
  },
};

/** R16 to R18: cancels absent orders without a valid key. */
async function tryEachKey(context: ProbeContext): Promise<void> {
  for (const [index, key] of context.refusedKeys.entries()) {
    const kinds = [...idClasses.slice(index % idClasses.length), ...idClasses];
    expectRefusedKey(context, key, await cancelAbsent(context, key, kinds));
  }
}

/** R25: cancels an absent order of each kind, and lists. */
async function cancelEachKind(context: ProbeContext): Promise<void> {
  for (const kind of idClasses) {
    const attempt = await cancelAbsent(context, validKey, [kind]);
    if (attempt.kind === 'withheld') context.collector.untested('R25', `${kind.name}: ${attempt.reason}`);
    expectStatus(context.collector, 'R25', attempt, [404], '404 for an order that is not in the list');
  }
  await requestList(context);
}
