import { expect, test } from 'vitest';
import { checkContract, planCheck, type Report, rules } from '../../src/check/index.ts';
import { reportWriters } from '../../src/check/reports/reports.ts';
import { checkHar } from '../../src/traffic/har/check-har.ts';
import { checkWithin } from './mutants/check-within.ts';
import type { Twist } from './mutants/honest-server.ts';
import { responses, rewire } from './mutants/mutant.ts';

const { terminal: terminalReport } = reportWriters;

const resultOf = (report: Report, wanted: string) => report.rules.find(({ rule }) => rule === wanted);
const summary = (report: Report) => terminalReport(report).split('\n');

const target = { url: 'https://shop.example/v1', apiKey: 'key' };

test.each([
  ['no order is named', { level: 'cancel' as const }, /`level: cancel` names no order/],
  [
    'the user does not own the orders of another host',
    { level: 'cancel' as const, pendingIds: [5n] },
    /cancels orders of another host: 5; expected `ownsOrders`/,
  ],
  [
    'an order is named at level probe',
    { level: 'probe' as const, pendingIds: [5n] },
    /level probe does not try: 5/,
  ],
  [
    'an order is named at no level',
    { shippedIds: [6n] },
    /names an order that level observe does not try: 6/,
  ],
])('does not start if %s', async (_what, options, message) => {
  await expect(checkContract({ ...target, ...options })).rejects.toMatchObject({ exitCode: 2 });
  await expect(checkContract({ ...target, ...options })).rejects.toThrow(message);
  expect(() => planCheck({ ...target, ...options })).toThrow(message);
});

test('one of several named orders that is not tested is not done, and is named with the reason', async () => {
  const report = await checkWithin({}, 'cancel', { pendingIds: [101n, 999n] });
  expect(report.orders).toEqual([
    { id: 201n, named: 'shipped', untested: undefined },
    { id: 101n, named: 'pending', untested: undefined },
    { id: 999n, named: 'pending', untested: 'order 999 is not in the list' },
  ]);
  expect(report.notes).toEqual([
    'Order 999, named by `pendingIds`, was not tested: order 999 is not in the list.',
  ]);
  expect(report.incomplete).toEqual({
    kind: 'not-tried',
    message: 'Order 999 was named, but not tested: order 999 is not in the list.',
  });
  expect(report.exitCode).toBe(3);
});

test('a rule of which an instance was skipped is not counted as exercised', async () => {
  const report = await checkWithin({}, 'cancel', { pendingIds: [101n, 999n] });
  expect(resultOf(report, 'R26')).toMatchObject({ kind: 'passed', partly: 'order 999 is not in the list' });
  expect(summary(report)[2]).toMatch(/^ {2}31 of 37 rules exercised, 3 only in part, at level cancel/);
  expect(summary(await checkWithin({}, 'cancel'))[1]).toMatch(
    /^ {2}34 of 37 rules exercised at level cancel/,
  );
});

test('a violation is reported even if a named order was not tested', async () => {
  const report = await checkWithin({ cancel: (order) => (order === undefined ? 204 : undefined) }, 'cancel', {
    pendingIds: [999n],
  });
  expect(report.exitCode).toBe(1);
  expect(report.incomplete?.kind).toBe('not-tried');
});

test('a named order whose cancel broke a rule was tested', async () => {
  const report = await checkWithin({ cancel: (order) => (order?.id === '102' ? 404 : undefined) }, 'cancel', {
    pendingIds: [101n, 102n],
    ignore: ['R26'],
  });
  expect(report.orders.map(({ untested }) => untested)).toEqual([undefined, undefined, undefined]);
  expect(report.exitCode).toBe(0);
});

test('every named order has a reason if the check ends early', async () => {
  const refusing: Twist = { authorized: () => false };
  const report = await checkWithin(refusing, 'cancel', { pendingIds: [101n, 102n] });
  expect(report.incomplete?.kind).toBe('wrong-key');
  expect(report.orders.map(({ id, untested }) => [id, untested])).toEqual([
    [201n, 'the target does not accept the key'],
    [101n, 'the target does not accept the key'],
    [102n, 'the target does not accept the key'],
  ]);
});

test('required rules must be exercised', async () => {
  const report = await checkWithin({}, 'probe', { require: ['R25', 'R26', 'R29'] });
  expect(report.incomplete).toEqual({
    kind: 'required',
    message:
      '2 rules named by `require` were not exercised, or only in part: R26 R29 (level probe does not include it; use `level: cancel`).',
  });
  expect(report.exitCode).toBe(3);
  expect((await checkWithin({}, 'probe', { require: ['R25'] })).exitCode).toBe(0);
});

test('a required rule must be exercised wholly', async () => {
  const twist: Twist = {
    wire: (wire, { orderId, times }) => (orderId === '101' && times === 2 ? { ...wire, status: 429 } : wire),
  };
  const options = { pendingIds: [102n, 101n], require: ['R29'] };
  const report = await checkWithin(twist, 'cancel', options);
  expect(resultOf(report, 'R29')).toMatchObject({ kind: 'passed', partly: expect.stringContaining('429') });
  expect(report.exitCode).toBe(3);
});

test('all rules below level race can be required', async () => {
  expect((await checkWithin({}, 'cancel', { require: ['all'] })).exitCode).toBe(0);
  const empty = await checkWithin({ orders: () => [] }, 'probe', { require: ['all'] });
  expect(empty.incomplete?.message).toContain('no list with an order was received');
  expect(empty.exitCode).toBe(3);
  const report = await checkHar('test/fixtures/none.har', { require: ['R99'] }).catch((error) => error);
  expect(report.message).toContain('`require` there is no rule "R99"');
});

test('a violation overrides a rule that is required and was not exercised', async () => {
  const twist: Twist = { cancel: (order) => (order === undefined ? 204 : undefined) };
  expect((await checkWithin(twist, 'probe', { require: ['all'] })).exitCode).toBe(1);
});

const unchallenged = rewire(responses(401), ({ headers }) => ({
  headers: headers.filter(([name]) => name !== 'WWW-Authenticate'),
}));
const untyped = rewire(responses(401), ({ headers }) => ({
  headers: headers.filter(([name]) => name !== 'Content-Type'),
}));

const accepted = (
  rule: 'R19' | 'R20' | 'R25',
  operation: 'listOrders' | 'cancelOrder' | 'none',
  expires: string,
) => ({
  rule,
  operation,
  reason: 'SHOP-12 replaces the gateway.',
  expires,
});
const later = '9999-12-31';
// The clock of `checkWithin` stands at the beginning of 1970.
const before = '1969-12-31';

test('a baseline accepts the findings of a rule and an operation, and no others', async () => {
  const one = await checkWithin(untyped, 'probe', { baseline: [accepted('R20', 'listOrders', later)] });
  expect(one.exitCode).toBe(1);
  expect(resultOf(one, 'R20')).toMatchObject({ kind: 'failed', findings: 2, accepted: 1 });
  expect(one.findings.map(({ operation, accepted: reason }) => [operation, reason])).toEqual([
    ['listOrders', 'SHOP-12 replaces the gateway.'],
    ['cancelOrder', undefined],
  ]);
  const both = [accepted('R20', 'listOrders', later), accepted('R20', 'cancelOrder', later)];
  const report = await checkWithin(untyped, 'probe', { baseline: both });
  expect(report.exitCode).toBe(0);
  expect(report.notes).toEqual([]);
  expect(summary(report)[0]).toMatch(/keeps the contract$/);
});

test('findings count again after the day on which their entry expires, and the report says so', async () => {
  const baseline = [accepted('R20', 'listOrders', before), accepted('R20', 'cancelOrder', '1970-01-01')];
  const report = await checkWithin(untyped, 'probe', { baseline });
  expect(report.exitCode).toBe(1);
  expect(report.notes).toEqual([
    'The baseline accepts R20 of listOrders only until 1969-12-31: its findings count again.',
  ]);
});

test('the report names the entries that are of no use, and they do not change the exit code', async () => {
  const baseline = [accepted('R19', 'none', later), accepted('R25', 'cancelOrder', later)];
  const report = await checkWithin({}, 'observe', { baseline });
  expect(report.notes).toEqual([
    'The baseline accepts R19 of none, which has no finding: remove the entry.',
    'The baseline accepts R25 of cancelOrder, which this check did not exercise: the entry is not used.',
  ]);
  expect(report.exitCode).toBe(0);
});

test('a baseline accepts notices too', async () => {
  const both = [accepted('R19', 'listOrders', later), accepted('R19', 'cancelOrder', later)];
  const options = { failOn: 'notice' as const };
  expect((await checkWithin(unchallenged, 'probe', options)).exitCode).toBe(1);
  expect((await checkWithin(unchallenged, 'probe', { ...options, baseline: both })).exitCode).toBe(0);
});

test('equal findings of one operation are one, which stands for all of its requests', async () => {
  const { findings } = await checkWithin(unchallenged, 'probe');
  expect(findings.map(({ rule, operation, requests }) => [rule, operation, requests])).toEqual([
    ['R19', 'listOrders', 7],
    ['R19', 'cancelOrder', 7],
  ]);
  expect(rules.length).toBe(37);
});

test('repeats the second cancel of a pending or shipped order after a 429 with Retry-After', async () => {
  for (const [id, rule, sent] of [
    ['101', 'R29', 4],
    ['201', 'R31', 3],
  ] as const) {
    let cancels = 0;
    const twist: Twist = {
      wire: (wire, { orderId }) => {
        if (orderId !== id || wire.status === 401) return wire;
        cancels += 1;
        return cancels === 2 ? { ...wire, status: 429, headers: [['Retry-After', '1']] } : wire;
      },
    };
    const report = await checkWithin(twist, 'cancel', { waitSeconds: 60 });
    expect([id, cancels, resultOf(report, rule)?.kind]).toEqual([id, sent, 'passed']);
    expect(resultOf(report, rule)).not.toHaveProperty('partly');
    expect(report.exitCode).toBe(0);
  }
});

test('notes an order that is back in a list after its cancel removed it', async () => {
  let lists = 0;
  const isGone = ({ state }: { state: string }): boolean => state === 'cancelled';
  const list: Twist['list'] = (orders) => {
    if (orders.some(isGone)) lists += 1;
    return lists === 1 ? orders.filter((order) => !isGone(order)) : orders;
  };
  const { notes } = await checkWithin({ list }, 'cancel');
  expect(notes.join()).toMatch(
    /Order 101 was cancelled, was missing .* is back in request \d+, as of two stores/,
  );
});

test('notes orders that appear after each cancel, as in a list that ends at a number of orders', async () => {
  const list: Twist['list'] = (orders) => orders.filter(({ state }) => state !== 'cancelled').slice(0, 4);
  const { notes } = await checkWithin({ list }, 'cancel');
  expect(notes.join()).toContain('appeared as were removed (order 202): does the list end at 4 orders');
});
