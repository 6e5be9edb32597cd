import { expect, test } from 'vitest';
import type { Clock } from '../../../../src/clock.ts';
import type { Report } from '../../../../src/contract/report.ts';
import { drawBytes } from '../../../../src/draw.ts';
import type { OrderStore } from '../../../../src/simulator/orders/order-store.ts';
import { advancingClock } from '../../../check/fast-clock.ts';
import { brokenRules } from '../../../check/mutants/run-against.ts';
import { placed } from '../../../support/an-environment.ts';
import { hasHaproxy, openHaproxy } from '../../../support/haproxy.ts';
import type { TestSimulatorOptions } from '../../../support/open-test-simulator.ts';
import {
  type Behind,
  checkFront,
  checkOrigin,
  type Front,
  type ShopResponse,
  serveFront,
  shopKey,
  shopOrders,
  withShop,
} from './open-shop.ts';

// Deployments that keep the contract, beside a client that places, ships and cancels orders that the check does not name.

const named = { pendingIds: [1001n, 1002n, 1003n], shippedIds: [2001n, 2002n] };
const unnamed = 60;
const orders = () => [
  ...shopOrders(),
  ...Array.from({ length: unnamed }, (_, at) => placed(6000n + BigInt(at), 'pending', { quantity: 1n })),
];

/** Draws numbers below a limit from a seed. */
function drawing(seed: string): (limit: number) => number {
  let draws = 0;
  return (limit) => drawBytes(seed, draws++).readUInt32BE() % limit;
}

type Draw = ReturnType<typeof drawing>;

/** Returns what the busy client does next. */
function busyClient(draw: Draw): (store: OrderStore) => Promise<unknown> {
  let newest = 6000 + unnamed;
  return async (store) => {
    const id = BigInt(6000 + draw(newest - 6000));
    const kind = draw(3);
    if (kind === 0) return store.put(placed(BigInt(newest++), 'pending', { quantity: BigInt(newest) }));
    return kind === 1 ? store.cancel(id) : store.ship(id);
  };
}

/** How a request is answered, and a list changed, by one of the nodes. */
type Node = (response: ShopResponse, isList: boolean, clock: Clock) => ShopResponse;

const asIs: Node = (response) => response;

/** Writes what the gaps leave open in another way. */
const otherForm: Node = (response, isList) => ({
  ...response,
  headers: [...response.headers, ['X-Node', '2']],
  body: isList ? Buffer.from(JSON.stringify(JSON.parse(`${response.body}`).toReversed())) : response.body,
});

/** A node whose lists are late. It gets every list, also those that other nodes respond with. */
function late(ms: number): Node {
  const lists: { readonly at: number; readonly response: ShopResponse }[] = [];
  return (response, isList, clock) => {
    if (!isList) return response;
    lists.push({ at: clock.now(), response });
    return (lists.findLast(({ at }) => at <= clock.now() - ms) ?? lists[0])?.response ?? response;
  };
}

type Deployment = {
  readonly name: string;
  readonly options?: TestSimulatorOptions;
  /** Created for each check. */
  readonly nodes?: () => readonly Node[];
};

const remove = { gaps: { 'cancelled-in-list': 'remove' } } as const;
const deployments: readonly Deployment[] = [
  { name: 'one node in profile least-promise' },
  { name: 'one node in profile typical', options: { profile: 'typical' } },
  { name: 'one node in profile vary', options: { profile: 'vary' } },
  { name: 'two nodes with one store and other forms', nodes: () => [asIs, otherForm] },
  { name: 'one node whose lists are late', options: remove, nodes: () => [late(800)] },
  {
    name: 'one node whose lists are two lists old',
    options: { gaps: { ...remove.gaps, 'list-lag': 'after-2-reads' } },
  },
];

/** In how many of a hundred requests the busy client acts. */
const paces = [100, 30, 10, 3];
const runs = 6;

function expectNothing(report: Report, run: number): void {
  const broken = brokenRules(report, 'violation');
  expect({ run, broken, findings: broken.length > 0 ? report.findings : [] }).toEqual({
    ...{ run, broken: [], findings: [] },
  });
  expect([run, report.exitCode, report.incomplete]).toEqual([run, 0, undefined]);
}

test.each(deployments)(
  'breaks no rule beside a busy client: $name',
  async ({ options = {}, nodes = () => [asIs] }) => {
    for (let run = 0; run < runs; run += 1) {
      const draw = drawing(`busy ${run}`);
      const act = busyClient(draw);
      const reading = run % 2 === 0 ? {} : remove.gaps;
      await withShop(
        { orders: orders(), seed: `${run}`, ...options, gaps: { ...reading, ...options.gaps } },
        async (behind) => {
          const clock = advancingClock(async (ms) => {
            for (let left = Math.min(ms, 5000); left > 0; left -= 500) await act(behind.store);
          });
          const all = nodes();
          const front: Front = async (request, { respond, store }) => {
            if (draw(100) < (paces[run % paces.length] ?? 0)) await act(store);
            const response = await respond(request);
            const isList = request.method === 'GET' && response.status === 200;
            const answers = all.map((node) => node(response, isList, clock));
            return answers[draw(all.length)] ?? response;
          };
          expectNothing(await checkFront(front, behind, { ...named, clock, shared: true }), run);
        },
      );
    }
  },
);

/** Cancels, ships and places orders as fast as it gets responses, until it is told to stop. */
async function stayBusy(
  origin: string,
  { store }: Behind,
  draw: Draw,
  isOver: () => boolean,
): Promise<number> {
  const act = busyClient(draw);
  let requests = 0;
  for (; !isOver(); requests += 1) {
    const path = `${origin}/v1/store/orders/${6000 + draw(unnamed)}`;
    await (await fetch(path, { method: 'DELETE', headers: { authorization: shopKey } })).arrayBuffer();
    await act(store);
  }
  return requests;
}

test.skipIf(!hasHaproxy)(
  'breaks no rule beside a busy client: two nodes with one store behind HAProxy',
  async () => {
    for (let run = 0; run < runs; run += 1) {
      const gaps = run % 2 === 0 ? {} : remove.gaps;
      await withShop({ orders: orders(), gaps }, async (behind) => {
        await using stack = new AsyncDisposableStack();
        const node = async (): Promise<string> =>
          stack.use(await serveFront((request, { respond }) => respond(request), behind)).origin;
        const origin = await openHaproxy(stack, [await node(), await node()]);
        let isOver = false;
        const clock = advancingClock();
        const check = checkOrigin(origin, { ...named, clock, shared: true }).finally(() => {
          isOver = true;
        });
        const requests = await stayBusy(origin, behind, drawing(`haproxy ${run}`), () => isOver);
        expectNothing(await check, run);
        expect(requests).toBeGreaterThan(10);
      });
    }
  },
);
