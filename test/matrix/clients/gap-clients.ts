import type { GapKey } from '../../../src/simulator/environment/gaps/gaps.ts';
import {
  type BenchClient,
  expectSame,
  fail,
  missing,
  otherPending,
  pending,
  placedIds,
  shipped,
} from './bench-client.ts';
import { cancel, cancelPending, listOrders, send } from './plain-http.ts';

/** Clients that depend on one gap each: of orders, of HTTP and of the other endpoints. */
export const gapClients: Readonly<Partial<Record<GapKey, BenchClient>>> = {
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
    causes: ['cancel-again=not-found'],
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
  'error-codes': {
    assumes: 'the code for an unknown order is order_not_found',
    causes: ['error-codes=opaque'],
    run: async (access) => {
      await cancelPending(access, otherPending);
      const response = await send(access, 'DELETE', `/store/orders/${missing}`);
      const { code } = (await response.json()) as { code: string };
      const sentences: Record<string, string> = { order_not_found: 'There is no such order.' };
      expectSame(sentences[code], 'There is no such order.', 'sentence for the customer');
    },
  },
  'wrong-method': {
    assumes: 'looking one order up is a 405, and so the list has to be used',
    causes: ['wrong-method=not-found'],
    run: async (access) => {
      const response = await send(access, 'GET', `/store/orders/${pending}`);
      await response.arrayBuffer();
      if (response.status === 404) fail(`order ${pending} does not exist`);
      const found = (await listOrders(access)).find(({ id }) => id === pending);
      expectSame(found?.id, pending, 'order that was looked up');
    },
  },
  'head-list': {
    assumes: 'HEAD of the list tells whether the service is up',
    causes: ['head-list=method-not-allowed'],
    run: async (access) => {
      const response = await send(access, 'HEAD', '/store/orders');
      expectSame(response.status, 200, 'health of the service');
    },
  },
  etag: {
    assumes: 'no response to a list is a 304, although its cache sends what it got',
    causes: ['etag=on'],
    run: async (access) => {
      const first = await send(access, 'GET', '/store/orders');
      await first.arrayBuffer();
      const etag = first.headers.get('etag');
      const again = await listOrders(access, etag === null ? {} : { 'If-None-Match': etag });
      expectSame(again.length, 10, 'listed orders');
    },
  },
  'www-authenticate': {
    assumes: 'a 401 says by WWW-Authenticate that a new token is wanted',
    causes: ['www-authenticate=none'],
    run: async (access) => {
      const expired = await send({ ...access, apiKey: 'expired' }, 'GET', '/store/orders');
      await expired.arrayBuffer();
      const refresh = expired.headers.get('www-authenticate')?.startsWith('Bearer') === true;
      const orders = await listOrders(refresh ? access : { ...access, apiKey: 'expired' });
      expectSame(orders.length, 10, 'listed orders');
    },
  },
  'bearer-case': {
    assumes: 'the scheme may be written in lower case',
    causes: ['bearer-case=exact'],
    run: async (access) => {
      const orders = await listOrders(access, { Authorization: `bearer ${access.apiKey}` });
      expectSame(orders.length, 10, 'listed orders');
    },
  },
  'pet-deprecation': {
    assumes: 'nothing that is called is announced as deprecated, which its pipeline forbids',
    causes: ['pet-deprecation=gone:…', 'pet-deprecation=sunset:…'],
    run: async (access) => {
      const response = await send(access, 'GET', '/pets/7');
      await response.arrayBuffer();
      if (response.headers.has('deprecation')) fail('a deprecated operation is called');
    },
  },
};
