import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aResponse } from '../../test/contract/a-response.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../contract/exchange.ts';
import { openContract } from '../contract/open-contract.ts';
import { type Level, levels, reaches } from '../contract/report.ts';
import { type CheckRun, runCheck } from './check-contract.ts';
import { readCheckOptions } from './check-settings.ts';

const contract = await openContract();
const nothingFound = { findings: [], exercised: [] };

function responded(status: number, text: string): ExchangeOutcome {
  const rawHeaders = status === 429 ? ([['Retry-After', '1']] as const) : [];
  return { kind: 'responded', response: aResponse(text, { status, rawHeaders }) };
}

const failed: ExchangeOutcome = { kind: 'failed', reason: 'timeout', message: 'no response' };

/** The lists of a target that may lie about its ids. */
const listLies = {
  honest: (ids: readonly bigint[]) => responded(200, `[${ids.map((id) => `{"id":${id}}`).join(',')}]`),
  empty: () => responded(200, '[]'),
  half: (ids: readonly bigint[]) => listLies.honest(ids.filter((_, index) => index % 2 === 0)),
  textIds: (ids: readonly bigint[]) => responded(200, `[${ids.map((id) => `{"id":"${id}"}`).join(',')}]`),
  wrapped: (ids: readonly bigint[]) => responded(200, `{"orders":[${ids.map((id) => `{"id":${id}}`)}]}`),
  broken: (ids: readonly bigint[]) => responded(200, `[${ids.map((id) => `{"id":${id}}`).join(',')}`),
  unauthorized: () => responded(401, '{}'),
  failed: () => failed,
};

type Lie = keyof typeof listLies;

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const someIds = fc.uniqueArray(fc.oneof(fc.bigInt({ min: 1n, max: 9n }), int64), { maxLength: 6 });
const lies = fc.array(fc.constantFrom(...(Object.keys(listLies) as Lie[])), { minLength: 1, maxLength: 5 });
const cancelStatuses = fc.array(fc.constantFrom(204, 404, 409, 401, 429, 500, 0), {
  minLength: 1,
  maxLength: 4,
});

const situations = fc.record({
  url: fc.constantFrom('http://127.0.0.1/v1', 'https://shop.example/v1'),
  ownsOrders: fc.boolean(),
  held: someIds,
  listLies: lies,
  cancelStatuses,
  named: fc.uniqueArray(fc.oneof(fc.bigInt({ min: 1n, max: 9n }), int64), { maxLength: 4 }),
  namedListed: fc.boolean(),
  drawn: fc.array(fc.oneof(fc.bigInt({ min: -9n, max: 9n }), int64), { maxLength: 40 }),
});

type Settings = Awaited<ReturnType<typeof deletesOf>>['settings'];

type Situation = (typeof situations extends fc.Arbitrary<infer Value> ? Value : never) & {
  readonly level: Level;
};
type Sent = { readonly id: bigint; readonly shown: string };

/**
 * Checks a lying target and returns the DELETEs that it did not refuse to handle, each with the lists that it had
 * returned. The settings include those that `readCheckOptions` refuses: the policy does not rely on it.
 */
async function deletesOf(situation: Situation) {
  const named = situation.namedListed ? [...situation.held.slice(0, 4), ...situation.named] : situation.named;
  const unique = [...new Set(named)];
  const { url, level, ownsOrders } = situation;
  const valid = readCheckOptions({ url, apiKey: 'key', ownsOrders, requestsPerSecond: 1000, waitSeconds: 5 });
  const settings = {
    ...valid,
    level,
    pendingIds: unique.filter((_, index) => index % 3 === 0),
    shippedIds: unique.filter((_, index) => index % 3 === 1),
    raceIds: unique.filter((_, index) => index % 3 === 2),
  };
  const deletes: Sent[] = [];
  let shown = '';
  let [listCount, cancelCount, exchangeCount, drawCount] = [0, 0, 0, 0];
  const respond = (request: PlannedRequest): ExchangeOutcome => {
    if (request.method === 'GET') {
      const lie = situation.listLies[listCount++ % situation.listLies.length] ?? 'honest';
      const outcome = listLies[lie](situation.held);
      const text = outcome.kind === 'responded' ? outcome.response.content.toString() : '';
      shown += text;
      return outcome;
    }
    const status = situation.cancelStatuses[cancelCount++ % situation.cancelStatuses.length] ?? 404;
    const id = BigInt(request.path.replace('/store/orders/', ''));
    if (status !== 429) deletes.push({ id, shown });
    return status === 0 ? failed : responded(status, '');
  };
  const run: CheckRun = {
    settings,
    send: async (request, barrier): Promise<Exchange> => {
      await barrier?.arrive();
      return { number: ++exchangeCount, request, startedAt: 0, outcome: respond(request) };
    },
    contract: { ...contract, judge: () => nothingFound },
    clock: { now: () => 0, sleep: async () => {} },
    drawId: () =>
      situation.drawn[drawCount++ % Math.max(1, situation.drawn.length)] ?? BigInt(drawCount) * 7919n,
  };
  await runCheck(run);
  return { settings, deletes };
}

const shows = (text: string, id: bigint): boolean => new RegExp(`(?<![0-9-])${id}(?![0-9])`).test(text);

/** Whether an order was named for a level that the check reaches. */
function mayCancel(id: bigint, { level, pendingIds, shippedIds, raceIds, cancelBlocked }: Settings): boolean {
  if (cancelBlocked !== undefined) return false;
  const named = [...pendingIds, ...shippedIds].includes(id);
  return (named && reaches(level, 'cancel')) || (raceIds.includes(id) && reaches(level, 'race'));
}

test.each(levels)(
  'at level %s, a DELETE goes only to an order that is named for it, or to one in no list, of any target',
  async (level) => {
    const sent = { named: 0, absent: 0 };
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const { settings, deletes } = await deletesOf({ ...situation, level });
        const { pendingIds, shippedIds, raceIds } = settings;
        for (const { id, shown } of deletes) {
          const isNamed = [...pendingIds, ...shippedIds, ...raceIds].includes(id);
          expect(isNamed ? mayCancel(id, settings) : !shows(shown, id)).toBe(true);
          if (isNamed) expect(shows(shown, id) || shippedIds.includes(id)).toBe(true);
          sent[isNamed ? 'named' : 'absent'] += 1;
        }
      }),
      { numRuns: 60 },
    );
    expect(sent.absent > 0).toBe(level !== 'observe');
    expect(sent.named > 0).toBe(reaches(level, 'cancel'));
  },
);
