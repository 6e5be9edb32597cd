import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange, ExchangeOutcome, PlannedRequest, ReceivedResponse } from '../contract/exchange.ts';
import { openContract } from '../contract/open-contract.ts';
import type { Level } from '../contract/report.ts';
import { type CheckRun, runCheck } from './check-contract.ts';
import { readCheckOptions } from './check-settings.ts';

const contract = await openContract();
const nothingFound = { findings: [], counts: new Map(), exercised: [], undocumentedStatus: false };

function responded(status: number, text: string): ExchangeOutcome {
  const content = Buffer.from(text);
  const response: ReceivedResponse = {
    statusLine: `HTTP/1.1 ${status} X`,
    status,
    rawHeaders: status === 429 ? [['Retry-After', '1']] : [],
    content,
    body: content,
    faults: [],
    durationMs: 1,
  };
  return { kind: 'responded', response };
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
  level: fc.constantFrom('observe', 'probe', 'cancel'),
  url: fc.constantFrom('http://127.0.0.1/v1', 'https://shop.example/v1'),
  ownsOrders: fc.boolean(),
  held: someIds,
  listLies: lies,
  cancelStatuses,
  named: fc.uniqueArray(fc.oneof(fc.bigInt({ min: 1n, max: 9n }), int64), { maxLength: 4 }),
  namedListed: fc.boolean(),
  drawn: fc.array(fc.bigInt({ min: -9n, max: 9n }), { maxLength: 40 }),
});

type Situation = Omit<typeof situations extends fc.Arbitrary<infer Value> ? Value : never, 'level'> & {
  readonly level: Level;
};
type Sent = {
  readonly id: bigint;
  readonly keyIsValid: boolean;
  readonly status: number;
  readonly shown: string;
  readonly latest: string;
};

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
    raceBurst: 3,
  };
  const deletes: Sent[] = [];
  let shown = '';
  let latest = '';
  let [listCount, cancelCount, exchangeCount, drawCount] = [0, 0, 0, 0];
  const respond = (request: PlannedRequest): ExchangeOutcome => {
    if (request.method === 'GET') {
      const lie = situation.listLies[listCount++ % situation.listLies.length] ?? 'honest';
      const outcome = listLies[lie](situation.held);
      const text = outcome.kind === 'responded' ? outcome.response.content.toString() : '';
      if (request.key.kind === 'valid' && request.query === '') latest = lie === 'textIds' ? '' : text;
      shown += text;
      return outcome;
    }
    const status = situation.cancelStatuses[cancelCount++ % situation.cancelStatuses.length] ?? 404;
    const id = BigInt(request.path.replace('/store/orders/', ''));
    if (status !== 429) deletes.push({ id, keyIsValid: request.key.kind === 'valid', status, shown, latest });
    return status === 0 ? failed : responded(status, '');
  };
  const run: CheckRun = {
    settings,
    send: async (request, barrier): Promise<Exchange> => {
      await barrier?.arrive();
      return { number: ++exchangeCount, request, startedAt: 0, outcome: respond(request) };
    },
    contract: { ...contract, judge: async () => nothingFound },
    clock: { now: () => 0, sleep: async () => {} },
    drawId: () =>
      situation.drawn[drawCount++ % Math.max(1, situation.drawn.length)] ?? BigInt(drawCount) * 7919n,
  };
  await runCheck(run);
  return { settings, deletes };
}

const is4xx = (status: number): boolean => status >= 400 && status < 500;
const shows = (text: string, id: bigint): boolean => new RegExp(`(?<![0-9-])${id}(?![0-9])`).test(text);

/** Every id that the check draws is that of a named order. */
const drawsNamed: Situation & { readonly level: 'cancel' } = {
  level: 'cancel',
  url: 'http://127.0.0.1/v1',
  ownsOrders: false,
  held: [2n],
  listLies: ['empty', 'honest', 'honest'],
  cancelStatuses: [204],
  named: [1n, 0n, 2n],
  namedListed: false,
  drawn: [0n, 0n, 2n],
};

/** One order is raced. */
const racesOne: Situation & { readonly level: 'cancel' } = {
  ...drawsNamed,
  held: [1n, 2n, 3n],
  listLies: ['honest'],
  named: [1n, 2n, 3n],
  drawn: [],
};

test('level race cancels a raced order at most once more than a race has cancels, and only if it was listed', async () => {
  let races = 0;
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const { settings, deletes } = await deletesOf({ ...situation, level: 'race' });
      const { raceIds, raceBurst, pendingIds, shippedIds, cancelBlocked } = settings;
      const named = [...pendingIds, ...shippedIds, ...raceIds];
      for (const { id, shown } of deletes.filter((sent) => !named.includes(sent.id)))
        expect(shows(shown, id)).toBe(false);
      if (cancelBlocked !== undefined) expect(deletes.filter(({ id }) => named.includes(id))).toEqual([]);
      for (const raced of raceIds) {
        const ofOrder = deletes.filter(({ id }) => id === raced);
        expect(ofOrder.length).toBeLessThanOrEqual(raceBurst + 1);
        expect(ofOrder.every(({ keyIsValid }) => keyIsValid)).toBe(true);
        if (ofOrder[0] !== undefined) expect(shows(ofOrder[0].latest, raced)).toBe(true);
        races += ofOrder.length;
      }
    }),
    { numRuns: 40, examples: [[drawsNamed], [racesOne]] },
  );
  expect(races).toBeGreaterThan(0);
});

test('no level below race cancels an order that is named for races', async () => {
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const { settings, deletes } = await deletesOf(situation);
      expect(deletes.filter(({ id }) => settings.raceIds.includes(id))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('level observe sends no DELETE to any target', async () => {
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const { deletes } = await deletesOf({ ...situation, level: 'observe' });
      expect(deletes).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('level probe tries no order that any list contained and none twice, for any target', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const { settings, deletes } = await deletesOf({ ...situation, level: 'probe' });
      for (const { id, shown } of deletes) expect(shows(shown, id)).toBe(false);
      expect(new Set(deletes.map(({ id }) => id)).size).toBe(deletes.length);
      const named = [...settings.pendingIds, ...settings.shippedIds, ...settings.raceIds];
      expect(deletes.filter(({ id }) => named.includes(id))).toEqual([]);
      sent += deletes.length;
    }),
    { numRuns: 40 },
  );
  expect(sent).toBeGreaterThan(0);
});

test('level cancel cancels only named orders that are allowed and listed, a second time only after 204 or 409, and a third time only if they are cancelled', async () => {
  let cancels = 0;
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const { settings, deletes } = await deletesOf({ ...situation, level: 'cancel' });
      const { pendingIds, shippedIds, cancelBlocked } = settings;
      const isNamed = ({ id }: Sent): boolean => pendingIds.includes(id) || shippedIds.includes(id);
      const named = deletes.filter(isNamed);
      if (cancelBlocked !== undefined) expect(named).toEqual([]);
      for (const { id, shown } of deletes.filter((sent) => !isNamed(sent)))
        expect(shows(shown, id)).toBe(false);
      const wrongKeys = named.filter(({ keyIsValid }) => !keyIsValid);
      const ofPending = wrongKeys.filter(({ id }) => pendingIds.includes(id));
      expect(new Set(ofPending.map(({ id }) => id)).size).toBeLessThanOrEqual(1);
      for (const { id, latest } of wrongKeys) expect(isNamed({ id } as Sent) && shows(latest, id)).toBe(true);
      for (const id of shippedIds)
        expect(wrongKeys.filter((sent) => sent.id === id).length).toBeLessThanOrEqual(2);
      for (const id of new Set(named.map((sent) => sent.id))) {
        const ofOrder = named.filter((sent) => sent.id === id);
        const refused = ofOrder.filter(({ keyIsValid }) => !keyIsValid);
        const [first, second, third, ...more] = ofOrder.slice(refused.length);
        expect(ofOrder.slice(0, -1).every(({ keyIsValid, status }) => keyIsValid || is4xx(status))).toBe(
          true,
        );
        expect([first, second, third].every((sent) => sent?.keyIsValid !== false)).toBe(true);
        expect(more).toEqual([]);
        if (second !== undefined) expect([204, 409]).toContain(first?.status);
        if (third !== undefined) {
          expect(first?.status).toBe(204);
          expect([404, 409]).toContain(second?.status);
        }
        const start = first ?? ofOrder[0];
        const listed = shows(start?.latest ?? '', id);
        expect(listed || (shippedIds.includes(id) && !shows(start?.shown ?? '', id))).toBe(true);
      }
      tried += wrongKeys.length;
      cancels += named.length;
    }),
    { numRuns: 60 },
  );
  expect(cancels).toBeGreaterThan(0);
  expect(tried).toBeGreaterThan(0);
});
