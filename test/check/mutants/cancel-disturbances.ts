import {
  type Disturbance,
  object,
  oops,
  plain,
  refused,
  responding,
  respondingSince,
  silent,
  withQuery,
} from './disturbance.ts';
import type { TinyOrder, Twist } from './honest-server.ts';
import { hasKey, type Where } from './mutant.ts';

const cancelOf =
  (id: string, time?: number): Where =>
  (_wire, request) =>
    request.orderId === id && hasKey(request) && (time === undefined || request.times === time);

/** The list loses these orders for good at the cancel of the order `by`, which gets `status`. */
function losing(by: string, status: number | undefined, ...lost: readonly string[]): Twist {
  let gone = false;
  return {
    cancel: (order) => {
      gone ||= order?.id === by;
      return order?.id === by ? status : undefined;
    },
    list: (orders) => orders.filter(({ id }) => !gone || !lost.includes(id)),
  };
}

/** The list omits order 201 `times` times after its second cancel. */
function missingFor(times: number): Twist {
  let left = 0;
  return {
    cancel: (order, request) => {
      if (order?.id === '201' && request.times === 2) left = times;
      return undefined;
    },
    list: (orders) => {
      left -= 1;
      return left < 0 ? orders : orders.filter(({ id }) => id !== '201');
    },
  };
}

const absent: readonly Disturbance[] = [
  { name: 'a drawn id is listed', twist: () => ({}), drawn: [101n, -101n, 101n + 2n ** 32n, 77n] },
  {
    name: 'drawn ids are named',
    incomplete: 'not-tried',
    twist: () => ({}),
    options: { pendingIds: [101n, 888n], shippedIds: [201n, 999n] },
    drawn: [888n, 999n, 77n],
  },
  { name: 'every drawn id is listed', twist: () => ({}), drawn: Array(2000).fill(102n) },
  {
    name: 'cancels of absent orders get no response',
    incomplete: 'failed',
    twist: () => responding((_wire, { method }) => method === 'DELETE', silent),
  },
  {
    name: 'the key is withdrawn before the cancels',
    broken: ['R04'],
    incomplete: 'not-tried',
    twist: () => respondingSince(withQuery, plain, refused),
  },
  {
    name: 'the key is withdrawn at the first cancel',
    broken: ['R04'],
    incomplete: 'not-tried',
    twist: () => respondingSince((_wire, { method }) => method === 'DELETE', plain, refused),
  },
  {
    name: 'cancels with a wrong key break',
    broken: ['R03'],
    incomplete: 'not-tried',
    twist: () => responding((wire, { method }) => method === 'DELETE' && wire.status === 401, oops),
  },
  {
    name: 'cancels with a wrong key get no response',
    incomplete: 'failed',
    twist: () => responding((wire, { method }) => method === 'DELETE' && wire.status === 401, silent),
  },
];

const shipped: readonly Disturbance[] = [
  { name: 'no shipped order is named', twist: () => ({}), options: { shippedIds: [] } },
  {
    name: 'a named shipped order is unknown',
    incomplete: 'not-tried',
    twist: () => ({}),
    options: { shippedIds: [999n] },
  },
  {
    name: 'a shipped order that is not listed cannot be cancelled',
    broken: ['R32'],
    twist: () => ({ list: (orders) => orders.filter(({ id }) => id !== '201') }),
  },
  {
    name: 'a shipped order that is not listed is cancelled',
    broken: ['R30', 'R32'],
    twist: () => ({
      list: (orders) => orders.filter(({ id }) => id !== '201'),
      cancel: (order) => (order?.id === '201' ? 204 : undefined),
    }),
  },
  {
    name: 'the cancel of a shipped order that is not listed gets a 401',
    broken: ['R30'],
    twist: () => ({
      list: (orders) => orders.filter(({ id }) => id !== '201'),
      cancel: (order) => (order?.id === '201' ? 401 : undefined),
    }),
  },
  {
    name: 'a shipped order disappears before its cancel',
    incomplete: 'not-tried',
    twist: () => losing('201', 404, '201'),
  },
  { name: 'a shipped order is listed and not found', broken: ['R30'], twist: () => losing('201', 404) },
  {
    name: 'the cancel of a shipped order gets no response',
    incomplete: 'failed',
    twist: () => responding(cancelOf('201'), silent),
  },
  {
    name: 'the second cancel of a shipped order gets no response',
    incomplete: 'failed',
    twist: () => responding(cancelOf('201', 2), silent),
  },
  {
    name: 'the cancel of a shipped order breaks',
    broken: ['R03'],
    twist: () => responding(cancelOf('201'), oops),
  },
  { name: 'a shipped order is missing in one list', twist: () => missingFor(1) },
  { name: 'a shipped order is missing in two lists', broken: ['R31'], twist: () => missingFor(2) },
  {
    name: 'no list can be read after the cancel of a shipped order',
    broken: ['R07'],
    incomplete: 'not-tried',
    twist: () => respondingSince(cancelOf('201'), plain, object),
  },
  { name: 'two shipped orders are named', twist: () => ({}), options: { shippedIds: [201n, 202n] } },
];

const pending: readonly Disturbance[] = [
  { name: 'no pending order is named', twist: () => ({}), options: { pendingIds: [] } },
  {
    name: 'a named pending order is unknown',
    incomplete: 'not-tried',
    twist: () => ({}),
    options: { pendingIds: [999n] },
  },
  ...[404, 409].map((status) => ({
    name: `a named pending order is listed and gets a ${status}`,
    incomplete: 'not-tried' as const,
    twist: () => ({
      cancel: (order: TinyOrder | undefined) => (order?.state === 'pending' ? status : undefined),
    }),
  })),
  {
    name: 'a named pending order has shipped',
    incomplete: 'not-tried',
    twist: () => ({}),
    options: { pendingIds: [202n] },
  },
  {
    name: 'the only named order is named as pending and has shipped',
    incomplete: 'not-tried',
    twist: () => ({}),
    options: { pendingIds: [202n], shippedIds: [] },
  },
  {
    name: 'the only named order disappears before its cancel',
    incomplete: 'not-tried',
    twist: () => losing('101', 404, '101'),
    options: { shippedIds: [] },
  },
  {
    name: 'the cancel of the only named order gets a 401',
    broken: ['R26'],
    twist: () => ({ cancel: (order) => (order?.id === '101' ? 401 : undefined) }),
    options: { shippedIds: [] },
  },
  {
    name: 'a pending order disappears before its cancel',
    incomplete: 'not-tried',
    twist: () => losing('101', 404, '101'),
  },
  {
    name: 'the cancel of a pending order gets no response',
    incomplete: 'failed',
    twist: () => responding(cancelOf('101'), silent),
  },
  {
    name: 'the second cancel of a pending order gets no response',
    incomplete: 'failed',
    twist: () => responding(cancelOf('101', 2), silent),
  },
  {
    name: 'the cancel of a pending order breaks',
    broken: ['R03'],
    twist: () => responding(cancelOf('101'), oops),
  },
  {
    name: 'no list can be read after the cancel of a pending order',
    broken: ['R07'],
    twist: () => respondingSince(cancelOf('101'), plain, object),
  },
  {
    name: 'no list is received after a pending order was not found',
    incomplete: 'failed',
    twist: () => ({
      ...losing('101', 404, '101'),
      ...respondingSince(cancelOf('101'), plain, silent),
    }),
  },
  { name: 'two pending orders are named', twist: () => ({}), options: { pendingIds: [101n, 102n] } },
];

/** Everything that can disturb the cancels of a check. */
export const cancelDisturbances: readonly Disturbance[] = [...absent, ...shipped, ...pending];
