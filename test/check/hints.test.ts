import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import type { Level } from '../../src/contract/report.ts';
import { fastClock } from './fast-clock.ts';
import { errorWire, serverKey, startTinyServer, type Twist, tinyOrder } from './mutants/honest-server.ts';
import { lists, replace, rewire } from './mutants/mutant.ts';
import { checkTwisted } from './mutants/run-against.ts';

/** Checks a tiny service and returns its report. */
async function check(twist: Twist, level: Level = 'observe') {
  await using server = await startTinyServer(twist);
  return await checkContract({ url: server.url, apiKey: serverKey, level, clock: fastClock });
}

test.each([
  ['Link', '<https://shop.example/v1/store/orders?page=2>; rel="next"'],
  ['Content-Range', 'items 0-4/1200'],
  ['X-Total-Count', '6'],
])('notes that %s says that a list is only a part', async (name, value) => {
  const { notes, exitCode } = await check(
    rewire(lists, ({ headers }) => ({ headers: [...headers, [name, value]] })),
  );
  expect(notes).toEqual([
    `The list of request 1 has 5 orders and the header ${name}: ${value}: does the target return only a part of its orders?`,
  ]);
  expect(exitCode).toBe(0);
});

test('a total of the orders that are listed, and a link to another page, say nothing', async () => {
  const { notes } = await check(
    rewire(lists, ({ headers }) => ({
      headers: [...headers, ['X-Total-Count', '5'], ['Link', '<https://shop.example/docs>; rel="help"']],
    })),
  );
  expect(notes).toEqual([]);
});

test.each([
  ['notes a list that always has 50 orders', () => 50, true],
  ['notes no list that has 50 orders and then one fewer', (list: number) => (list === 1 ? 50 : 49), false],
  ['notes no list that always has 51 orders', () => 51, false],
] as const)('%s', async (_what, length, noted) => {
  let count = 0;
  const orders = (amount: number) =>
    Array.from({ length: amount }, (_, at) => tinyOrder(`${at + 1}`, 'pending'));
  const list: Twist['list'] = (_all, { query }) => orders(length(query.size > 0 ? count : ++count));
  const { notes, exitCode } = await check({ list }, 'probe');
  expect(notes.join().includes('Every list has 50 orders, as a page often has')).toBe(noted);
  expect(exitCode).toBe(0);
});

test('notes that the key is refused since wrong keys were tried', async () => {
  let wrongKeys = 0;
  const report = await check({
    authorized({ authorization }, honest) {
      if (authorization !== undefined && !honest) wrongKeys += 1;
      return honest && wrongKeys < 5;
    },
  });
  expect(report.notes.join()).toMatch(
    /The key worked until request 1 and is refused from request \d+ on, after requests with wrong keys.* `skip: R15,R17` leaves/,
  );
});

test('a target that refuses the key from the start locks nobody out', async () => {
  const report = await check({ wire: () => errorWire(401, 'unauthorized', 'No.') });
  expect(report.notes).toEqual([]);
});

function reasonOf(report: Awaited<ReturnType<typeof check>>, id: string) {
  const result = report.rules.find(({ rule }) => rule === id);
  return result?.kind === 'not-exercised' ? result.reason : result?.kind;
}

test.each([
  ['PascalCase', (_all: string, first: string, rest: string) => `"${first.toUpperCase()}${rest}":`],
  [
    'snake_case',
    (all: string) =>
      all === '"id":'
        ? '"_id":'
        : all.replace(/[A-Z]/g, '_$&').replace('complete', 'com_plete').replace('quantity', 'quant_ity'),
  ],
])('a list in %s names the fields that are meant', async (_what, rename) => {
  const report = await check(replace(lists, /"([a-z])([A-Za-z]*)":/g, rename as never));
  expect(reasonOf(report, 'R08')).toBe('no order in the list has a documented field');
  expect(reasonOf(report, 'R11')).toBe('no order in the list has a documented field');
  const expected = report.findings.filter(({ rule }) => rule === 'R12').map((one) => one.expected);
  expect(expected.join()).toMatch(/did you mean shipDate\?/);
});

test('a list of one order says that two are needed to compare ids', async () => {
  const report = await check({ orders: () => [tinyOrder('7', 'pending')] });
  expect(reasonOf(report, 'R11')).toBe('only one order with an id was received, and two are needed');
});

test('notes orders that get another id at each cancel', async () => {
  let cancels = 0;
  const twist: Twist = {
    orders: () => [
      tinyOrder('101', 'pending', { quantity: 3 }),
      tinyOrder('102', 'pending', { quantity: 4 }),
      ...Array.from({ length: 4 }, (_, at) => tinyOrder(`${301 + at}`, 'pending', { quantity: 10 + at })),
    ],
    cancel(order) {
      if (order?.state === 'pending') cancels += 1;
      return undefined;
    },
    list: (orders) =>
      orders.map((order) =>
        Number(order.id) - 300 > 0 && Number(order.id) - 300 <= cancels
          ? { ...order, text: order.text.replace(/"id":3/, '"id":9') }
          : order,
      ),
  };
  const { notes } = await checkTwisted(twist, 'cancel', { pendingIds: [101n, 102n], shippedIds: [] });
  expect(notes.join()).toContain('a new one had its fields (301 as 901, 302 as 902): did its id change');
});
