import { type BenchClient, expectSame, fail, orderAt, pending } from './bench-client.ts';
import { listCarefully, sendCarefully } from './http.ts';

/** Clients that survive faults, and do something wrong when somebody else acts. */
export const actorClients = {
  'stubborn-cancel': {
    assumes: 'a cancel that is refused succeeds if it is sent often enough',
    causes: [],
    notes: ['repeats-refused-cancel', 'repeats-refused-key'],
    run: async (access) => {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const { reply } = await sendCarefully(access, 'DELETE', orderAt(pending));
        if (reply.status === 204) return;
      }
    },
  },
  'stubborn-key': {
    assumes: 'a 401 passes',
    causes: ['cancelOrder:1:key-revoked'],
    notes: ['repeats-refused-key'],
    run: async (access) => {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const { reply } = await sendCarefully(access, 'DELETE', orderAt(pending));
        if (reply.status !== 401) return;
      }
      fail('the key is refused');
    },
  },
  'still-there': {
    assumes: 'an order that was listed is listed a moment later, with its id',
    causes: ['optional-fields=sparse', 'listOrders:2:order-leaves'],
    run: async (access) => {
      const before = (await listCarefully(access)).map(({ id }) => id);
      const after = new Set((await listCarefully(access)).map(({ id }) => id));
      expectSame(before.filter((id) => !after.has(id)).length, 0, 'orders that are gone');
    },
  },
  'takes-any-refusal': {
    assumes: 'nothing: each refusal is taken as one',
    causes: [],
    run: async (access) => {
      await listCarefully(access);
      const { reply } = await sendCarefully(access, 'DELETE', orderAt(pending));
      if (![204, 401, 404, 409].includes(reply.status)) fail(`the cancel has status ${reply.status}`);
      if (reply.status !== 401) await listCarefully(access);
    },
  },
} as const satisfies Record<string, BenchClient>;
