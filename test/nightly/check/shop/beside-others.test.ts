import { expect, test } from 'vitest';
import type { DrawId } from '../../../../src/check/probes/target.ts';
import type { Clock } from '../../../../src/clock.ts';
import type { Report } from '../../../../src/contract/report.ts';
import { drawBytes } from '../../../../src/draw.ts';
import { advancingClock } from '../../../check/fast-clock.ts';
import { brokenRules } from '../../../check/mutants/run-against.ts';
import { placed } from '../../../support/an-environment.ts';
import { checkFront, checkShop, type Front, shopOrders, withShop } from './open-shop.ts';

// What another client can explain breaks no rule, at any time at which it happens.

const named = { shared: true, pendingIds: [1001n, 1002n, 1003n], shippedIds: [2001n] };
const others = { shared: true, pendingIds: [6001n, 6002n, 6003n], shippedIds: [2002n] };
const orders = () => [
  ...shopOrders(),
  ...[6001n, 6002n, 6003n, 6004n].map((id) => placed(id, 'pending', { quantity: 1n })),
];
const readings = [
  { 'cancelled-in-list': 'keep', 'cancel-again': 'conflict' },
  { 'cancelled-in-list': 'keep', 'cancel-again': 'not-found' },
  { 'cancelled-in-list': 'remove', 'cancel-again': 'not-found' },
] as const;
const situations = readings.map((gaps) => ({ reading: Object.values(gaps).join(' and '), gaps }));

function whatIsWrong(report: Report) {
  return { broken: brokenRules(report, 'violation'), findings: report.findings.map(({ got }) => got) };
}
const nothing = { broken: [], findings: [] };

test.each(situations)(
  'one cancel by another client, before any request, breaks no rule with $reading',
  async ({ gaps }) => {
    for (const foreign of [6004n, 1001n, 1003n])
      for (let k = 1, requests = k; k <= requests; k += 2) {
        requests = 0;
        const front: Front = async (request, { respond, store }) => {
          requests += 1;
          if (requests === k) await store.cancel(foreign);
          return respond(request);
        };
        const report = await checkShop(front, { orders: orders(), gaps }, named);
        expect({ foreign, k, ...whatIsWrong(report) }).toEqual({ foreign, k, ...nothing });
      }
  },
);

/** Draws ids and pauses from a seed. */
function drawing(seed: string): DrawId {
  let draws = 0;
  return (from, to) => from + (drawBytes(seed, draws++).readBigUInt64BE() % (to - from + 1n));
}

/** A request takes so long for the clocks of two checks that take turns. */
const turnMs = 50;

/** Starts a second check at the kth request of a check. From then on, their requests take turns. */
async function checkTwice(k: number, gaps: (typeof readings)[number], given: typeof named) {
  let requests = 0;
  let isOver = false;
  let second: Promise<Report> | undefined;
  let isRunning = false;
  let turn = Promise.withResolvers<void>();
  let answered = Promise.withResolvers<void>();
  /** The first check lets the second one send a request, or wait as long as one. */
  const letOther = async (): Promise<void> => {
    if (!isRunning) return;
    answered = Promise.withResolvers();
    turn.resolve();
    await answered.promise;
  };
  const wait = async <Result>(take: () => Promise<Result>): Promise<Result> => {
    if (!isOver) await turn.promise;
    turn = Promise.withResolvers();
    try {
      return await take();
    } finally {
      answered.resolve();
    }
  };
  const clockWith = (pass: () => Promise<void>): Clock =>
    advancingClock(async (ms) => {
      for (let left = ms; left > 0; left -= turnMs) await pass();
    });
  const front: Front = async (request, behind) => {
    requests += 1;
    if (requests >= k && second === undefined) {
      isRunning = true;
      const waiting: Front = (one, { respond }) => wait(() => respond(one));
      const clock = clockWith(() => wait(async () => {}));
      const drawId = drawing(`second ${k}`);
      second = checkFront(waiting, behind, { ...given, clock, drawId }).finally(() => {
        isRunning = false;
        answered.resolve();
      });
    }
    await letOther();
    return behind.respond(request);
  };
  return await withShop({ orders: orders(), gaps }, async (behind) => {
    const drawId = drawing(`first ${k}`);
    const first = await checkFront(front, behind, { ...named, clock: clockWith(letOther), drawId });
    isOver = true;
    turn.resolve();
    return { reports: [first, ...(second === undefined ? [] : [await second])], requests };
  });
}

test.each(
  situations.flatMap((situation) => [
    { what: 'the same orders', second: named, ...situation },
    { what: 'other orders', second: others, ...situation },
  ]),
)('two checks at once with $what break no rule with $reading', async ({ second, gaps }) => {
  for (let k = 1, last = k; k <= last; k += 3) {
    const { reports, requests } = await checkTwice(k, gaps, second);
    last = requests;
    for (const report of reports) {
      expect({ k, ...whatIsWrong(report) }).toEqual({ k, ...nothing });
      expect([undefined, 'not-tried']).toContain(report.incomplete?.kind);
    }
  }
});
