import type { NamedOrders } from '../../../src/check/named-orders.ts';
import type { RuleId } from '../../../src/contract/rules/rules.ts';
import {
  type Behind,
  type Front,
  orderIdOf,
  type ShopRequest,
  type ShopResponse,
  shopKey,
} from './open-shop.ts';

/** Whether a cancelled order stays in the list. */
export type Reading = 'keep' | 'remove';

/** A shop that breaks the contract in one way. */
export type Sabotage = {
  readonly name: string;
  /** The broken rule, in each reading of a cancelled order; `untested` if someone else may have done it to a named order. */
  readonly rule: Readonly<Record<Reading, RuleId | 'untested'>>;
  readonly named?: NamedOrders;
  /** Whether a list that shows it late hides which cancel did it. */
  readonly atOnce?: true;
  /** Created for each check. */
  readonly open: () => Front;
};

/** The same rule in both readings. */
export function both(rule: RuleId | 'untested'): Sabotage['rule'] {
  return { keep: rule, remove: rule };
}

/** Changes the orders in a list: each text of one order, or undefined for no order. */
export function changeList(
  response: ShopResponse,
  change: (text: string, id: string) => string | undefined,
): ShopResponse {
  if (response.status !== 200) return response;
  const texts = response.body.toString().match(/\{[^{}]*\}/g) ?? [];
  const changed = texts.flatMap((text) => change(text, /"id":(-?\d+)/.exec(text)?.[1] ?? '') ?? []);
  return { ...response, body: Buffer.from(`[${changed.join(',')}]`) };
}

/** A shop that does something more when an order is cancelled with the key. */
function afterCancel(
  more: (id: string, behind: Behind) => Promise<void>,
  list?: (text: string, id: string, cancelled: string) => string | undefined,
): () => Front {
  return () => {
    let cancelled: string | undefined;
    return async (request, behind) => {
      const response = await behind.respond(request);
      const id = orderIdOf(request);
      if (request.method === 'DELETE' && response.status === 204 && id !== undefined) {
        cancelled ??= id;
        await more(id, behind);
      }
      if (request.method !== 'GET' || cancelled === undefined || list === undefined) return response;
      const by = cancelled;
      return changeList(response, (text, one) => list(text, one, by));
    };
  };
}

const cancel = (id: string | bigint): ShopRequest => ({
  method: 'DELETE',
  target: `/v1/store/orders/${id}`,
  authorization: shopKey,
});
const nothingMore = async (): Promise<void> => {};
const allPending = afterCancel(async (_id, { respond }) => {
  for (const id of [1001, 1002, 1003, 1004, 1005, 1006]) await respond(cancel(String(id)));
});
const neighbour = afterCancel(async (id, { respond }) => {
  await respond(cancel(BigInt(id) + 1n));
});
const two: NamedOrders = { pendingIds: [1001n, 1002n], shippedIds: [2001n] };
const three: NamedOrders = { pendingIds: [1001n, 1002n, 1003n], shippedIds: [2001n] };
const rewrite = (from: RegExp, to: string) =>
  afterCancel(nothingMore, (text, id, by) => (id === by ? text : text.replace(from, to)));

/** Cancels that change other orders. */
const damage: readonly Sabotage[] = [
  { name: 'a cancel cancels all pending orders', rule: both('untested'), named: two, open: allPending },
  { name: 'a cancel cancels a named neighbour', rule: both('untested'), named: two, open: neighbour },
  {
    name: 'each cancel cancels its neighbour',
    atOnce: true,
    // With `keep`, only the cancel of a neighbour that is named shows it.
    rule: { keep: 'untested', remove: 'R33' },
    named: { pendingIds: [1001n, 1003n, 1005n, 1006n], shippedIds: [2001n] },
    open: neighbour,
  },
  {
    name: 'each cancel deletes a shipped order',
    atOnce: true,
    rule: both('R33'),
    named: { ...three, shippedIds: [] },
    open: afterCancel(async (id, { store }) => {
      await store.remove(BigInt(id) + 1000n);
    }),
  },
  {
    name: 'each cancel deletes a pending order',
    atOnce: true,
    rule: both('R33'),
    named: three,
    open: afterCancel(async (id, { store }) => {
      await store.remove(BigInt(id) + 3n);
    }),
  },
  {
    name: 'a cancel rewrites quantities',
    rule: both('R33'),
    open: rewrite(/"quantity":\d+/, '"quantity":0'),
  },
  { name: 'a cancel rewrites pets', rule: both('R33'), open: rewrite(/"petId":\d+/, '"petId":0') },
  { name: 'a cancel rewrites ship dates', rule: both('R33'), open: rewrite(/2026-01/, '2026-02') },
  {
    name: 'a cancel completes all orders',
    rule: both('R33'),
    open: rewrite(/"complete":false/, '"complete":true'),
  },
];

/** A shop that takes some requests for authorized. */
function accepting(takes: (request: ShopRequest) => boolean): () => Front {
  return () =>
    (request, { respond }) =>
      respond(takes(request) ? { ...request, authorization: shopKey } : request);
}

const exists = (request: ShopRequest): boolean => /\/[12]00\d$/.test(request.target);
const cancelsInSecret =
  (takes: (request: ShopRequest) => boolean) =>
  () =>
  async (request: ShopRequest, { respond }: Behind) => {
    if (request.method === 'DELETE' && takes(request)) await respond({ ...request, authorization: shopKey });
    return respond(request);
  };
const key = shopKey.slice('Bearer '.length);
const isToken = ({ authorization }: ShopRequest): boolean => authorization === `Token ${key}`;
const isBasic = ({ authorization }: ShopRequest): boolean => authorization === `Basic ${key}`;
const isBare = ({ authorization }: ShopRequest): boolean => authorization === key;
const isWrong = ({ authorization = '' }: ShopRequest): boolean =>
  authorization.length === shopKey.length && authorization.startsWith('Bearer ') && authorization !== shopKey;
const isKeyless = ({ authorization }: ShopRequest): boolean => authorization === undefined;
const ofMethod = (method: string, takes: (request: ShopRequest) => boolean) => (request: ShopRequest) =>
  request.method === method && takes(request);

/** Keys that are not checked. */
const keys: readonly Sabotage[] = [
  ...(
    [
      ['R16', 'without a key', isKeyless],
      ['R17', 'with a wrong key', isWrong],
      ['R17', 'with the key as Token', isToken],
      ['R17', 'with the key as Basic', isBasic],
      ['R17', 'with the key without a scheme', isBare],
    ] as const
  ).flatMap(([rule, how, takes]): Sabotage[] => [
    {
      name: `an order that exists is cancelled ${how}`,
      rule: both(rule),
      open: accepting((request) => exists(request) && takes(request)),
    },
    {
      name: `an order is cancelled ${how}, and the response is 401`,
      rule: both('R34'),
      named: three,
      open: cancelsInSecret(takes),
    },
  ]),
  ...(
    [
      ['Token', isToken],
      ['Basic', isBasic],
      ['no scheme', isBare],
    ] as const
  ).map(
    ([how, takes]): Sabotage => ({
      name: `the list is shown with the key and ${how}`,
      rule: both('R15'),
      open: accepting(ofMethod('GET', takes)),
    }),
  ),
];

/** Every sabotage that is about orders and keys. */
export const orderSabotages: readonly Sabotage[] = [...damage, ...keys];
