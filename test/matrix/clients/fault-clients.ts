import { type Access, type BenchClient, expectSame, fail, list, orderAt, pending } from './bench-client.ts';
import { type Care, careful, listCarefully, look, pauseAfter, type Reply, sendCarefully } from './http.ts';

/** The fault points that leave the nth request of an operation without its response. */
function disturbances(operation: 'listOrders' | 'cancelOrder', nth: number): readonly string[] {
  const own = operation === 'listOrders' ? ['rate-limited', 'truncated'] : ['reset-after-commit'];
  return ['unavailable', 'reset-before-commit', 'slow', 'server-error', ...own].map(
    (kind) => `${operation}:${nth}:${kind}`,
  );
}

const twoInARow = disturbances('listOrders', 1).flatMap((first) =>
  disturbances('listOrders', 2).map((second) => `${first} + ${second}`),
);

/** Clients that survive faults, except for one bug each. */
export const faultClients = {
  'blind-repeat': {
    assumes: 'a repeated cancel succeeds too, so that its 409 is a failure',
    causes: ['cancelOrder:1:reset-after-commit'],
    notes: ['repeats-cancel-blindly'],
    run: async (access) => {
      const status = await cancelWith(access, { looks: false });
      expectSame(status, 204, 'status of the cancel');
    },
  },
  'no-time-out': {
    assumes: 'every request gets a response',
    causes: ['listOrders:1:slow', 'cancelOrder:1:slow'],
    run: async (access) => {
      await listCarefully(access, { ...careful, timeoutMs: undefined });
      await cancelWith(access, { timeoutMs: undefined });
    },
  },
  'gives-up': {
    assumes: 'a connection that is reset once will not work again',
    causes: [
      'listOrders:1:reset-before-commit',
      'listOrders:1:unavailable + listOrders:2:reset-before-commit',
    ],
    notes: ['gives-up-after-reset'],
    run: async (access) => {
      const care = { ...careful, settlesFor: isReset };
      const { reply } = await sendCarefully(access, 'GET', list, care);
      expectSame(reply.status, 200, 'status of the list');
    },
  },
  impatient: {
    assumes: 'Retry-After is for others',
    causes: [],
    notes: ['ignores-retry-after'],
    run: async (access) => {
      await listCarefully(access, { ...careful, obeysRetryAfter: false });
    },
  },
  optimist: {
    assumes: 'a cancel without a response did happen',
    causes: [
      'cancelOrder:1:reset-before-commit',
      'cancelOrder:1:slow',
      'cancelOrder:1:unavailable + cancelOrder:2:reset-before-commit',
    ],
    run: async (access) => {
      const { reply } = await sendCarefully(access, 'DELETE', orderAt(pending), {
        ...careful,
        settlesFor: ({ status }) => status === 0,
      });
      if (reply.status > 0) return;
      await pauseAfter(reply);
      await look(access);
      // If it can be cancelled now, it was shown as cancelled and was not, whatever is chosen for the gaps.
      if ((await cancelWith(access, {})) === 204) fail('an order was shown as cancelled and was not');
    },
  },
  'one-retry': {
    assumes: 'the second attempt succeeds',
    causes: twoInARow,
    notes: ['gives-up-after-reset'],
    run: async (access) => {
      await listCarefully(access, { ...careful, attempts: 2 });
    },
  },
} as const satisfies Record<string, BenchClient>;

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

async function cancelWith(access: Access, care: Partial<Care>): Promise<number> {
  const { reply } = await sendCarefully(access, 'DELETE', orderAt(pending), { ...careful, ...care });
  return reply.status;
}

function isReset({ error }: Reply): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
}
