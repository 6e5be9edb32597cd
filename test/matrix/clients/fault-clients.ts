import { type Access, type BenchClient, expectSame, fail, pending } from './bench-client.ts';
import {
  type Care,
  careful,
  isJson,
  listCarefully,
  listWhatArrives,
  look,
  pauseAfter,
  type Reply,
  sendCarefully,
} from './careful-http.ts';

const list = '/store/orders';
const ofPending = `${list}/${pending}`;

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
  'lost-order': {
    assumes: 'a cancel without a response did not happen',
    causes: ['cancelOrder:1:reset-after-commit'],
    notes: ['repeats-refused-cancel', 'repeats-refused-key'],
    run: async (access) => {
      const isLost = ({ status }: Reply): boolean => status === 0 || status >= 500;
      const first = await sendCarefully(access, 'DELETE', ofPending, { ...careful, settlesFor: isLost });
      if (first.reply.status === 204) return;
      await pauseAfter(first.reply);
      await look(access);
      // The nightly job cancels what the ledger has as open, and sends the rest to the customer.
      expectSame(await cancelWith(access, {}), 204, 'status of the nightly cancel');
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
  'swallowed-error': {
    assumes: 'a cancel with a 5xx did happen',
    causes: ['cancelOrder:1:unavailable', 'cancelOrder:1:server-error'],
    run: async (access) => {
      await expectNotPending(access, (reply) => reply.status >= 500);
    },
  },
  'cut-list': {
    assumes: 'what arrived of a list is all of it',
    causes: ['listOrders:1:truncated'],
    run: async (access) => {
      const { length } = await listWhatArrives(access);
      expectSame(length, 10, 'listed orders');
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
  'html-page': {
    assumes: 'the body of every response is JSON',
    causes: ['listOrders:1:unavailable'],
    run: async (access) => {
      const isPage = ({ status, text }: Reply): boolean => status > 0 && text !== '' && !isJson(text);
      const { reply } = await sendCarefully(access, 'GET', list, { ...careful, settlesFor: isPage });
      const body = JSON.parse(reply.text);
      expectSame(body.length, 10, 'listed orders');
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
      await expectNotPending(access, (reply) => reply.status === 0);
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

async function cancelWith(access: Access, care: Partial<Care>): Promise<number> {
  const { reply } = await sendCarefully(access, 'DELETE', ofPending, { ...careful, ...care });
  return reply.status;
}

/**
 * Cancels, and takes some disturbed responses for a success. Then an order that can still be cancelled was shown as
 * cancelled and was not, whatever is chosen for the gaps.
 */
async function expectNotPending(access: Access, isSuccess: Care['settlesFor']): Promise<void> {
  const care = { ...careful, settlesFor: isSuccess };
  const { reply } = await sendCarefully(access, 'DELETE', ofPending, care);
  if (!isSuccess(reply)) return;
  await pauseAfter(reply);
  await look(access);
  if ((await cancelWith(access, {})) === 204) fail('an order was shown as cancelled and was not');
}

function isReset({ error }: Reply): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
}
