import {
  type BenchClient,
  expectSame,
  fail,
  list,
  missing,
  orderAt,
  otherPending,
  pending,
  shipped,
} from './bench-client.ts';
import { listCarefully, listOrders, send, sendCarefully } from './http.ts';

/** Clients that depend on one gap, or on two choices that meet. src/matrix/explore.test.ts has every gap. */
export const gapClients = {
  'cancelled-in-list': {
    assumes: 'the monthly report still counts an order after it was cancelled',
    causes: ['cancelled-in-list=remove'],
    run: async (access) => {
      const before = await listOrders(access);
      await send(access, 'DELETE', orderAt(pending));
      expectSame((await listOrders(access)).length, before.length, 'orders in the report');
    },
  },
  'list-order': {
    assumes: 'the newest order is the last one of the list',
    causes: ['list-order=by-id', 'list-order=shuffled'],
    run: async (access) => expectSame((await listOrders(access)).at(-1)?.id, 1008, 'newest order'),
  },
  'list-lag': {
    assumes: 'once a cancel has succeeded, the list does not change any more',
    causes: ['cancelled-in-list=remove + list-lag=after-2-reads'],
    run: async (access) => {
      await send(access, 'DELETE', orderAt(pending));
      const shown: boolean[] = [];
      for (let page = 1; page <= 4; page++)
        shown.push((await listOrders(access)).some(({ id }) => id === pending));
      expectSame(new Set(shown).size, 1, 'different views of one order');
    },
  },
  'error-codes': {
    assumes: 'the code for an unknown order is order_not_found',
    causes: ['error-codes=opaque'],
    run: async (access) => {
      await send(access, 'DELETE', orderAt(otherPending));
      const { text } = await send(access, 'DELETE', orderAt(missing));
      expectSame(JSON.parse(text).code, 'order_not_found', 'code');
    },
  },
  'www-authenticate': {
    assumes: 'a 401 says by WWW-Authenticate that a new token is wanted',
    causes: ['www-authenticate=none'],
    run: async (access) => {
      const expired = await send({ ...access, apiKey: 'expired' }, 'GET', list);
      if (expired.headers.get('www-authenticate')?.startsWith('Bearer') !== true) fail('no new token');
      expectSame((await listOrders(access)).length, 10, 'listed orders');
    },
  },
  'pet-deprecation': {
    assumes: 'nothing that is called is announced as deprecated, which its pipeline forbids',
    causes: ['pet-deprecation=gone:…', 'pet-deprecation=sunset:…'],
    run: async (access) => {
      const { headers } = await send(access, 'GET', '/v1/pets/7');
      if (headers.has('deprecation')) fail('a deprecated operation is called');
    },
  },
  'refusal-texts': {
    assumes: 'an Error body of a 409, if there is one, has a code that is known',
    causes: ['conflict-body=error + error-codes=opaque'],
    run: async (access) => {
      const { headers, text } = await send(access, 'DELETE', orderAt(shipped));
      const isJson = headers.get('content-type')?.startsWith('application/json') === true;
      const code: string = isJson ? JSON.parse(text).code : 'order_already_shipped';
      expectSame(code, 'order_already_shipped', 'reason for the refusal');
    },
  },
} as const satisfies Record<string, BenchClient>;

/** A client that survives every fault, and relies on what nobody promised only after one. */
export const lossClient: BenchClient = {
  assumes: 'a cancel that is repeated after a lost response gets a 409',
  causes: ['cancel-again=not-found + cancelOrder:1:reset-after-commit'],
  run: async (access) => {
    await listCarefully(access);
    const { reply, uncertain } = await sendCarefully(access, 'DELETE', orderAt(pending));
    if (reply.status !== 204 && !(uncertain && reply.status === 409))
      fail(`the cancel has status ${reply.status}`);
    await sendCarefully(access, 'DELETE', orderAt(missing));
  },
};
