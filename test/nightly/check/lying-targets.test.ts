import { expect, test } from 'vitest';
import type { Incoming } from '../../check/mutants/honest-server.ts';
import { placed } from '../../support/an-environment.ts';
import {
  changeList,
  checkFront,
  type Front,
  orderIdOf,
  type ShopResponse,
  shopKey,
  shopOrders,
  withShop,
} from './shop/open-shop.ts';

// Level race cancels no order that was not named, whatever a target says about its orders.

const named = { raceIds: [1001n, 9_007_199_254_740_993n], pendingIds: [1002n], shippedIds: [2001n] };
const allNamed = new Set(Object.values(named).flat());
/** Beside the named orders, those that careless software confuses with them, or with the ids of absent orders. */
const orders = [
  ...shopOrders(),
  ...[0n, -1n, -1001n, 2n ** 31n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n].map((id) => placed(id)),
];

type Change = (response: ShopResponse, request: Incoming, nth: number) => ShopResponse | undefined;

/** Changes responses to the key; `nth` counts the requests of one method and target. Undefined is no response. */
const changing =
  (method: 'GET' | 'DELETE', change: Change): (() => Front) =>
  () => {
    const times = new Map<string, number>();
    return async (request, behind) => {
      const response = await behind.respond(request);
      if (request.method !== method || request.authorization !== shopKey) return response;
      const nth = (times.get(request.target) ?? 0) + 1;
      times.set(request.target, nth);
      const changed = change(response, request, nth);
      if (changed === undefined) throw new Error('no response');
      return changed;
    };
  };

type ListText = (text: string, id: string, nth: number) => string | undefined;
const list = (change: ListText): (() => Front) =>
  changing('GET', (response, _, nth) => changeList(response, (text, id) => change(text, id, nth)));
const asId = (write: (id: string) => string): (() => Front) =>
  list((text, id) => text.replace(`"id":${id}`, `"id":${write(id)}`));
const status = (code: number, ...headers: (readonly [string, string])[]): ShopResponse => ({
  status: code,
  headers,
  body: Buffer.alloc(0),
});
const isNamed = (id: string): boolean => allNamed.has(BigInt(id));
const withBody = (response: ShopResponse, body: string): ShopResponse => ({
  ...response,
  body: Buffer.from(body),
});

const lies: readonly (readonly [lie: string, open: () => Front])[] = [
  ['hides the orders that were not named', list((text, id) => (isNamed(id) ? text : undefined))],
  ['hides the named orders', list((text, id) => (isNamed(id) ? undefined : text))],
  ['hides every order in each second list', list((text, _, nth) => (nth % 2 === 0 ? undefined : text))],
  [
    'shows another half of its orders in each list',
    list((text, id, nth) => ((BigInt(id) + BigInt(nth)) % 2n === 0n ? text : undefined)),
  ],
  ['leaves out every id', list((text, id) => text.replace(`"id":${id},`, ''))],
  [
    'leaves out the ids of orders that were not named',
    list((text, id) => (isNamed(id) ? text : text.replace(`"id":${id},`, ''))),
  ],
  ['writes ids as strings', asId((id) => `"${id}"`)],
  ['writes ids with a fraction', asId((id) => `${id}.0`)],
  ['writes ids with an exponent', asId((id) => `${id}e0`)],
  ['writes ids as doubles', asId((id) => `${BigInt(Number(id))}`)],
  ['writes the low 32 bits of ids', asId((id) => `${BigInt.asIntN(32, BigInt(id))}`)],
  ['writes ids without their sign', asId((id) => id.replace('-', ''))],
  ['writes null for the ids of orders that were not named', asId((id) => (isNamed(id) ? id : 'null'))],
  ['gives each order the id of the next one', asId((id) => `${BigInt(id) + 1n}`)],
  ['gives every order the same id', asId(() => '1001')],
  ['gives each order two ids', list((text, id) => text.replace(`"id":${id}`, `"id":1003,"id":${id}`))],
  ['shows each order twice', list((text) => `${text},${text}`)],
  ['wraps its list', changing('GET', (response) => withBody(response, `{"orders":${response.body}}`))],
  [
    'ends its list in the middle',
    changing('GET', (response) => withBody(response, response.body.toString().slice(0, 400))),
  ],
  [
    'keeps showing its first list',
    () => {
      let first: Promise<ShopResponse> | undefined;
      return (request, { respond }) => {
        if (request.method !== 'GET' || request.authorization !== shopKey) return respond(request);
        first ??= respond(request);
        return first;
      };
    },
  ],
  [
    'redirects a cancel to another order',
    changing('DELETE', () => status(307, ['Location', '/v1/store/orders/1003'])),
  ],
  [
    'says 429 to every first cancel',
    changing('DELETE', (response, _, nth) => (nth === 1 ? status(429, ['Retry-After', '0']) : response)),
  ],
  ['says 503 after each cancel', changing('DELETE', () => status(503, ['Retry-After', '0']))],
  ['says 204 to every cancel', changing('DELETE', () => status(204))],
  ['says 404 to every cancel', changing('DELETE', () => ({ ...status(404), body: Buffer.from('{}') }))],
  ['says nothing to a cancel', changing('DELETE', () => undefined)],
  [
    'accepts every key',
    () =>
      (request, { respond }) =>
        respond({ ...request, authorization: shopKey }),
  ],
  [
    'cancels the order of the nearest double',
    () =>
      (request, { respond }) => {
        const id = orderIdOf(request);
        const read = id === undefined || isNamed(id) ? id : `${BigInt(Number(id))}`;
        return respond({ ...request, target: request.target.replace(/-?\d+$/, read ?? '$&') });
      },
  ],
];

test.each(lies)(
  'no order that was not named is cancelled by a race with a target that %s',
  async (_, open) => {
    await withShop({ orders }, async (behind) => {
      const before = await Promise.all(orders.map(({ order }) => behind.store.get(order.id ?? 0n)));
      const sent: string[] = [];
      const front = open();
      const recorded: Front = (request, shop) => {
        const id = request.method === 'DELETE' ? orderIdOf(request) : undefined;
        if (id !== undefined && request.authorization === shopKey) sent.push(id);
        return front(request, shop);
      };
      await checkFront(recorded, behind, { level: 'race', ...named });
      const after = await Promise.all(orders.map(({ order }) => behind.store.get(order.id ?? 0n)));
      const harmed = before
        .filter((one, at) => one?.status !== after[at]?.status)
        .map((one) => one?.order.id);
      expect(harmed.filter((id) => !allNamed.has(id ?? 0n))).toEqual([]);
      // No request with the key names another order that exists, also where the target did not obey it.
      const existing = new Set(orders.map(({ order }) => order.id));
      expect(sent.map(BigInt).filter((id) => existing.has(id) && !allNamed.has(id))).toEqual([]);
    });
  },
);

test('an honest shop has its named orders raced, so that the lies are told to a check that sends cancels', async () => {
  await withShop({ orders }, async (behind) => {
    const report = await checkFront((request, { respond }) => respond(request), behind, {
      level: 'race',
      ...named,
    });
    expect(report.orders.map(({ untested }) => untested)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const statuses = await Promise.all(named.raceIds.map(async (id) => (await behind.store.get(id))?.status));
    expect(statuses).toEqual(['cancelled', 'cancelled']);
  });
});
