import type { orderGaps } from '../../../src/simulator/environment/gaps/order-gaps.ts';
import {
  type BenchClient,
  expectSame,
  fail,
  missing,
  type Order,
  otherPending,
  pending,
  placedIds,
  shipped,
} from './bench-client.ts';
import { cancel, cancelPending, listOrders, send } from './plain-http.ts';

/** For each gap about orders, a client that depends on it. */
export const orderGapClients: Readonly<Record<(typeof orderGaps)[number]['key'], BenchClient>> = {
  'cancelled-in-list': {
    assumes: 'the monthly report still counts an order after it was cancelled',
    causes: ['cancelled-in-list=remove'],
    run: async (access) => {
      const before = await listOrders(access);
      await cancelPending(access, pending);
      const after = await listOrders(access);
      expectSame(after.length, before.length, 'orders in the report');
    },
  },
  'cancel-again': {
    assumes: 'a double click on "cancel" gets a 204 and a 409',
    causes: ['cancel-again=not-found', 'cancel-again=no-content'],
    run: async (access) => {
      const first = await cancel(access, pending);
      const second = await cancel(access, pending);
      expectSame([first, second], [204, 409], 'statuses of a double click');
    },
  },
  'conflict-body': {
    assumes: 'the body of a 409, if there is one, is an Error body',
    causes: ['conflict-body=text'],
    run: async (access) => {
      const response = await send(access, 'DELETE', `/store/orders/${shipped}`);
      expectSame(response.status, 409, 'status for a shipped order');
      const body = await response.text();
      const shown = body === '' ? 'has shipped' : JSON.parse(body).message;
      if (typeof shown !== 'string') fail('there is nothing to show');
    },
  },
  'malformed-order-id': {
    assumes: 'an id with a typing error is answered like an id of no order',
    causes: ['malformed-order-id=bad-request', 'malformed-order-id=unprocessable'],
    run: async (access) => {
      const outcomes = [];
      for (const typed of [`${missing}`, '12o7']) outcomes.push(await cancel(access, typed));
      expectSame(outcomes, [404, 404], 'statuses for unknown orders');
    },
  },
  'list-order': {
    assumes: 'the newest order is the last one of the list',
    causes: ['list-order=by-id', 'list-order=shuffled'],
    run: async (access) => {
      const orders = await listOrders(access);
      expectSame(orders.at(-1)?.id, placedIds.at(-1), 'newest order');
    },
  },
  'list-lag': {
    assumes: 'once a cancel has succeeded, the list does not change any more',
    causes: ['cancelled-in-list=remove + list-lag=after-2-reads'],
    run: async (access) => {
      await cancelPending(access, pending);
      const shown: boolean[] = [];
      for (let page = 1; page <= 4; page++)
        shown.push((await listOrders(access)).some(({ id }) => id === pending));
      expectSame(new Set(shown).size, 1, 'different views of one order');
    },
  },
  'optional-fields': {
    assumes: 'every order has a quantity',
    causes: ['optional-fields=sparse'],
    run: async (access) => {
      const orders = await listOrders(access);
      const units = orders.reduce((sum, { quantity }) => sum + (quantity as number), 0);
      expectSame(units, 27, 'units to pack');
    },
  },
  'ship-date-form': {
    assumes: 'a ship date ends in Z and has no fraction of a second',
    causes: ['ship-date-form=millis', 'ship-date-form=offset', 'ship-date-form=basic-offset'],
    run: async (access) => {
      const order = (await listOrders(access)).find(({ id }) => id === pending);
      // An order without a date is shown without one.
      const shown = order?.shipDate?.replace(/^(.*)T(.*):00Z$/, '$1 $2') ?? '2026-03-02 10:00';
      expectSame(shown, '2026-03-02 10:00', 'date on the page');
    },
  },
  'extra-fields': {
    assumes: 'an order has no other fields than those of the schema',
    causes: ['extra-fields=some'],
    run: async (access) => {
      const known: readonly string[] = ['id', 'petId', 'quantity', 'shipDate', 'complete'];
      const strict = (order: Order): void => {
        for (const name of Object.keys(order)) if (!known.includes(name)) fail(`unknown field ${name}`);
      };
      for (const order of await listOrders(access)) strict(order);
    },
  },
  'error-codes': {
    assumes: 'the code for an unknown order is order_not_found',
    causes: ['error-codes=opaque', 'error-codes=map:…'],
    run: async (access) => {
      await cancelPending(access, otherPending);
      const response = await send(access, 'DELETE', `/store/orders/${missing}`);
      const { code } = (await response.json()) as { code: string };
      const sentences: Record<string, string> = { order_not_found: 'There is no such order.' };
      expectSame(sentences[code], 'There is no such order.', 'sentence for the customer');
    },
  },
};
