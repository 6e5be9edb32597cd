import type { NamedOrders } from '../../../../src/check/named-orders.ts';
import type { RuleId } from '../../../../src/contract/rules/rules.ts';
import type { PlacedOrder } from '../../../../src/simulator/orders/order-store.ts';
import { serverKey } from '../../../check/mutants/honest-server.ts';
import type { Mutant } from '../../../check/mutants/mutant.ts';
import { mutants } from '../../../check/mutants/mutants.ts';
import { placed } from '../../../support/an-environment.ts';
import { testKey } from '../../../support/open-test-simulator.ts';
import { type Behind, type Front, orderIdOf, shopKey, shopOrders } from './open-shop.ts';
import { placedOrders, twistedFront } from './twisted-front.ts';

/** A mutant in front of the simulator. */
export type ShopMutant = Pick<Mutant, 'name'> & {
  /** The broken rule, in each reading of a cancelled order; `untested` if someone else may have done it to a named order. */
  readonly rule: Readonly<Record<'keep' | 'remove', RuleId | 'untested'>>;
  readonly named: NamedOrders;
  /** Whether a list that shows it late hides which cancel did it. */
  readonly atOnce?: boolean;
  readonly apiKey: string;
  readonly orders: () => PlacedOrder[];
  /** Created for each check. */
  readonly open: () => Front;
};

const both = (rule: RuleId | 'untested') => ({ keep: rule, remove: rule });

const twisted = mutants
  .filter(({ inShop }) => inShop)
  .map(
    ({ name, rule, twist, named }): ShopMutant => ({
      ...{ name, rule: both(rule), apiKey: serverKey },
      named: named ?? { pendingIds: [101n], shippedIds: [201n] },
      orders: () => placedOrders(twist),
      open: () => twistedFront(twist),
    }),
  );

type Damage = Pick<ShopMutant, 'name' | 'rule' | 'atOnce'> & { readonly pendingIds: readonly bigint[] };

/** Does something more when an order is cancelled with the key. */
function damaging(damage: Damage, more: (id: bigint, behind: Behind) => unknown): ShopMutant {
  const open = (): Front => async (request, behind) => {
    const response = await behind.respond(request);
    const id = orderIdOf(request);
    if (response.status === 204 && id !== undefined) await more(BigInt(id), behind);
    return response;
  };
  return { ...shop(damage), open };
}

/** Cancels an order in secret when it responds with a 401. */
function inSecret(how: string, takes: (authorization: string | undefined) => boolean): ShopMutant {
  const name = `an order is cancelled ${how}, and the response is 401`;
  const open = (): Front => async (request, behind) => {
    const response = await behind.respond(request);
    const id = orderIdOf(request);
    if (id !== undefined && takes(request.authorization)) behind.store.cancel(BigInt(id));
    return response;
  };
  return { ...shop({ name, rule: both('R34'), pendingIds: [1001n, 1002n, 1003n] }), open };
}

function shop({ pendingIds, ...damage }: Damage): Omit<ShopMutant, 'open'> {
  return { ...damage, named: { pendingIds, shippedIds: [2001n] }, apiKey: testKey, orders: shopOrders };
}

const [exact, rounded] = [9_007_199_254_740_993n, 9_007_199_254_740_992n];
const key = shopKey.slice('Bearer '.length);
const isWrong = (given = ''): boolean =>
  given.length === shopKey.length && given.startsWith('Bearer ') && given !== shopKey;

/** Mutants in front of the simulator, and those that change its orders. */
export const shopMutants: readonly ShopMutant[] = [
  ...twisted,
  damaging(
    { name: 'a cancel cancels all pending orders', rule: both('untested'), pendingIds: [1001n, 1002n] },
    (_id, { store }) => [1001n, 1002n, 1003n, 1004n, 1005n, 1006n].map((one) => store.cancel(one)),
  ),
  damaging(
    { name: 'a cancel cancels a named neighbour', rule: both('untested'), pendingIds: [1001n, 1002n] },
    (id, { store }) => store.cancel(id + 1n),
  ),
  damaging(
    {
      name: 'each cancel cancels its neighbour',
      atOnce: true,
      // With `keep`, only the cancel of a neighbour that is named shows it.
      rule: { keep: 'untested', remove: 'R33' },
      pendingIds: [1001n, 1003n, 1005n, 1006n],
    },
    (id, { store }) => store.cancel(id + 1n),
  ),
  damaging(
    {
      name: 'each cancel deletes a shipped order',
      atOnce: true,
      rule: both('R33'),
      pendingIds: [1001n, 1002n, 1003n],
    },
    (id, { store }) => store.remove(id + 1000n),
  ),
  damaging(
    {
      name: 'each cancel deletes a pending order',
      atOnce: true,
      rule: both('R33'),
      pendingIds: [1001n, 1002n, 1003n],
    },
    (id, { store }) => store.remove(id + 3n),
  ),
  {
    name: 'a cancel cancels the order of the nearest double',
    // A list that shows the cancel late shows the order that was refused.
    atOnce: true,
    // With `keep`, only the other order shows it.
    rule: { keep: 'R26', remove: 'R33' },
    named: { pendingIds: [exact, rounded], shippedIds: [2001n] },
    apiKey: testKey,
    orders: () => [...shopOrders(), placed(exact), placed(rounded)],
    open:
      () =>
      (request, { respond }) =>
        respond({ ...request, target: request.target.replace(`${exact}`, `${rounded}`) }),
  },
  inSecret('without a key', (given) => given === undefined),
  inSecret('with a wrong key', isWrong),
  inSecret('with the key as Token', (given) => given === `Token ${key}`),
  inSecret('with the key as Basic', (given) => given === `Basic ${key}`),
  inSecret('with the key without a scheme', (given) => given === key),
];
