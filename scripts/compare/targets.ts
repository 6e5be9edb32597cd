import type { RuleId } from '../../src/contract/rules/rules.ts';
import { rules } from '../../src/contract/rules/rules.ts';
import { serverKey, startTinyServer, type Twist } from '../../test/check/mutants/honest-server.ts';
import { legalVariations } from '../../test/check/mutants/legal-variations.ts';
import { mutants } from '../../test/check/mutants/mutants.ts';
import { type Front, serveFront, shopOrders, usual, withShop } from '../../test/check/shop/open-shop.ts';
import { type ShopMutant, shopMutants } from '../../test/check/shop/shop-mutants.ts';
import { testKey } from '../../test/helpers/open-test-simulator.ts';

export type Operation = 'listOrders' | 'cancelOrder';

/** A running server, used by one tool. */
export type Opened = {
  readonly url: string;
  readonly key: string;
  /** How many requests it received. */
  requests(): number;
};

/** A server to judge. */
export type Target = {
  readonly name: string;
  /** What it is compared with: the honest server that it changes. */
  readonly honest: 'tiny' | 'shop';
  /** The rule that it breaks; undefined if it is legal. */
  readonly rule?: RuleId;
  /** The operations whose responses are wrong. */
  readonly operations: readonly Operation[];
  readonly pendingIds: readonly bigint[];
  readonly shippedIds: readonly bigint[];
  /** Starts it anew, as long as it is used. */
  with<Result>(use: (opened: Opened) => Promise<Result>): Promise<Result>;
};

const both: readonly Operation[] = ['listOrders', 'cancelOrder'];

/** Rules about what several requests show together: a report may name any of them. */
const betweenRequests: readonly RuleId[] = ['R29', 'R31', 'R32', 'R33', 'R34'];

function operationsOf(rule: RuleId): readonly Operation[] {
  if (betweenRequests.includes(rule)) return both;
  const pointer = rules.find(({ id }) => id === rule)?.pointer ?? '';
  if (pointer.includes('{orderId}')) return ['cancelOrder'];
  return pointer.startsWith('/paths/~1store~1orders/') ? ['listOrders'] : both;
}

const tinyNamed = { pendingIds: [101n], shippedIds: [201n] };

function tiny(twist: Twist): Pick<Target, 'honest' | 'with'> {
  return {
    honest: 'tiny',
    async with(use) {
      await using server = await startTinyServer(twist);
      const { url, requests } = server;
      return await use({ url, key: serverKey, requests: () => requests.length });
    },
  };
}

function shop({
  open,
  orders,
  apiKey,
}: Pick<ShopMutant, 'open' | 'orders' | 'apiKey'>): Pick<Target, 'honest' | 'with'> {
  return {
    honest: 'shop',
    with: (use) =>
      withShop({ orders: orders() }, async (behind) => {
        const front = open();
        let requests = 0;
        const counted: Front = (request, shopBehind) => {
          requests += 1;
          return front(request, shopBehind);
        };
        await using server = await serveFront(counted, behind);
        return await use({ url: `${server.origin}/v1`, key: apiKey, requests: () => requests });
      }),
  };
}

const pass: Front = (request, { respond }) => respond(request);

/** The servers that break nothing and decide nothing unusual: what a tool reports there is not about what is broken. */
export const honestTargets: readonly Target[] = [
  { name: 'the honest tiny server', operations: both, ...tinyNamed, ...tiny({}) },
  {
    name: 'the simulator in its default profile',
    operations: both,
    ...usual,
    ...shop({ open: () => pass, orders: shopOrders, apiKey: testKey }),
  },
];

/** Every mutant and legal variation of the tests of the checker that needs no race. */
export const targets: readonly Target[] = [
  ...mutants.map(({ name, rule, twist, named = tinyNamed }) => ({
    ...{ name: `${rule}: ${name}`, rule, operations: operationsOf(rule) },
    ...{ pendingIds: named.pendingIds ?? [], shippedIds: named.shippedIds ?? [] },
    ...tiny(twist),
  })),
  ...shopMutants.flatMap(({ name, rule: { keep: rule }, named, ...mutant }) =>
    rule === 'untested'
      ? []
      : [
          {
            ...{ name: `${rule}: ${name}, in front of the simulator`, rule, operations: operationsOf(rule) },
            ...named,
            ...shop(mutant),
          },
        ],
  ),
  ...legalVariations.map(({ name, twist }) => ({
    ...{ name: `legal: ${name}`, operations: both, ...tinyNamed },
    ...tiny(twist),
  })),
];

/** The targets in an order of which every part is a fair sample. */
export function shuffledTargets(): readonly Target[] {
  // A step that has no divisor in common with the number of targets visits each of them.
  const step = [97, 101, 103].find((one) => targets.length % one !== 0) ?? 1;
  return targets.flatMap((_, at) => targets[(at * step) % targets.length] ?? []);
}
