import type { Twist } from './honest-server.ts';
import type { Where } from './mutant.ts';
import {
  answering,
  answeringSince,
  type OddSituation,
  object,
  oops,
  plain,
  refused,
  silent,
  withQuery,
} from './odd-situation.ts';

const cancelOf =
  (id: string, time?: number): Where =>
  (_wire, { orderId, times }) =>
    orderId === id && (time === undefined || times === time);

/** The list loses these orders for good when `cancel` of the order `by` comes; the cancel is answered with `status`. */
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

/** A list that leaves out the order 201 so many times after its first cancel. */
function missingFor(times: number): Twist {
  let left = 0;
  return {
    cancel: (order, request) => {
      if (order?.id === '201' && request.times === 1) left = times;
      return undefined;
    },
    list: (orders) => {
      left -= 1;
      return left < 0 ? orders : orders.filter(({ id }) => id !== '201');
    },
  };
}

const absent: readonly OddSituation[] = [
  { name: 'an id is drawn that is listed', twist: () => ({}), drawn: [101n, -101n, 101n + 2n ** 32n, 77n] },
  {
    name: 'ids are drawn that are named',
    twist: () => ({}),
    options: { pendingIds: [101n, 888n], shippedIds: [201n, 999n] },
    drawn: [888n, 999n, 77n],
  },
  { name: 'no id can be drawn that is not listed', twist: () => ({}), drawn: Array(2000).fill(102n) },
  {
    name: 'cancels of nothing get no answer',
    twist: () => answering((_wire, { method }) => method === 'DELETE', silent),
  },
  {
    name: 'the key is withdrawn before the cancels',
    twist: () => answeringSince(withQuery, plain, refused),
  },
  {
    name: 'cancels with a wrong key break',
    twist: () => answering((wire, { method }) => method === 'DELETE' && wire.status === 401, oops),
  },
  {
    name: 'cancels with a wrong key get no answer',
    twist: () => answering((wire, { method }) => method === 'DELETE' && wire.status === 401, silent),
  },
];

const shipped: readonly OddSituation[] = [
  { name: 'no shipped order is named', twist: () => ({}), options: { shippedIds: [] } },
  { name: 'a shipped order is named that nobody knows', twist: () => ({}), options: { shippedIds: [999n] } },
  {
    name: 'a shipped order that is not listed cannot be cancelled',
    twist: () => ({ list: (orders) => orders.filter(({ id }) => id !== '201') }),
  },
  {
    name: 'a shipped order that is not listed is cancelled',
    twist: () => ({
      list: (orders) => orders.filter(({ id }) => id !== '201'),
      cancel: (order) => (order?.id === '201' ? 204 : undefined),
    }),
  },
  {
    name: 'the cancel of a shipped order that is not listed is refused for its key',
    twist: () => ({
      list: (orders) => orders.filter(({ id }) => id !== '201'),
      cancel: (order) => (order?.id === '201' ? 401 : undefined),
    }),
  },
  { name: 'a shipped order goes before its cancel', twist: () => losing('201', 404, '201') },
  { name: 'a shipped order is listed and not found', twist: () => losing('201', 404) },
  { name: 'the cancel of a shipped order gets no answer', twist: () => answering(cancelOf('201'), silent) },
  {
    name: 'the second cancel of a shipped order gets none',
    twist: () => answering(cancelOf('201', 2), silent),
  },
  { name: 'the cancel of a shipped order breaks', twist: () => answering(cancelOf('201'), oops) },
  { name: 'a shipped order is missing in one list', twist: () => missingFor(1) },
  { name: 'a shipped order is missing in two lists', twist: () => missingFor(2) },
  {
    name: 'no list can be read after the cancel of a shipped order',
    twist: () => answeringSince(cancelOf('201'), plain, object),
  },
  { name: 'two shipped orders are named', twist: () => ({}), options: { shippedIds: [201n, 202n] } },
];

const pending: readonly OddSituation[] = [
  { name: 'no pending order is named', twist: () => ({}), options: { pendingIds: [] } },
  { name: 'a pending order is named that nobody knows', twist: () => ({}), options: { pendingIds: [999n] } },
  { name: 'a pending order is named that has shipped', twist: () => ({}), options: { pendingIds: [202n] } },
  {
    name: 'only one order is named, as pending, and has shipped',
    twist: () => ({}),
    options: { pendingIds: [202n], shippedIds: [] },
  },
  {
    name: 'only one order is named, and goes before its cancel',
    twist: () => losing('101', 404, '101'),
    options: { shippedIds: [] },
  },
  {
    name: 'only one order is named, and its cancel is refused for its key',
    twist: () => ({ cancel: (order) => (order?.id === '101' ? 401 : undefined) }),
    options: { shippedIds: [] },
  },
  { name: 'a pending order goes before its cancel', twist: () => losing('101', 404, '101') },
  { name: 'the cancel of a pending order gets no answer', twist: () => answering(cancelOf('101'), silent) },
  {
    name: 'the second cancel of a pending order gets none',
    twist: () => answering(cancelOf('101', 2), silent),
  },
  { name: 'the cancel of a pending order breaks', twist: () => answering(cancelOf('101'), oops) },
  {
    name: 'no list can be read after the cancel of a pending order',
    twist: () => answeringSince(cancelOf('101'), plain, object),
  },
  {
    name: 'no list comes after a pending order was not found',
    twist: () => ({
      ...losing('101', 404, '101'),
      ...answeringSince(cancelOf('101'), plain, silent),
    }),
  },
  { name: 'two pending orders are named', twist: () => ({}), options: { pendingIds: [101n, 102n] } },
  {
    name: 'the target is of another host, and nobody owns the orders',
    twist: () => ({}),
    options: { url: 'https://shop.example/v1' },
  },
];

/** What can come between the checker and the cancels that it tries. */
export const oddCancels: readonly OddSituation[] = [...absent, ...shipped, ...pending];
