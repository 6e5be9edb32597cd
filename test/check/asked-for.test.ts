import { expect, test } from 'vitest';
import { type CheckOptions, checkContract, planCheck, type Report, rules } from '../../src/check/index.ts';
import { reportWriters } from '../../src/check/reports/reports.ts';
import { checkHar } from '../../src/traffic/har/check-har.ts';
import { checkWithin } from './mutants/check-within.ts';
import type { Twist } from './mutants/honest-server.ts';
import { responses, rewire } from './mutants/mutant.ts';

const { terminal: terminalReport } = reportWriters;

const resultOf = (report: Report, wanted: string) => report.rules.find(({ rule }) => rule === wanted);
const summary = (report: Report) => terminalReport(report).split('\n');

const target = { url: 'https://shop.example/v1', apiKey: 'key' };

test.each<readonly [Partial<CheckOptions>, RegExp]>([
  [{ level: 'cancel' }, /--level cancel names no order; expected --pending-id or --shipped-id/],
  [{ level: 'race' }, /--level race names no order/],
  [{ level: 'cancel', pendingIds: [5n] }, /cancels orders of another host: 5; expected --i-own-these-orders/],
  [{ level: 'probe', pendingIds: [5n] }, /--pending-id has no effect at level probe: 5/],
  [{ shippedIds: [6n] }, /--shipped-id has no effect at level observe: 6/],
  [{ level: 'race', raceIds: [1n], pendingIds: [1n] }, /1 is named twice/],
  [{ level: 'cancel', pendingIds: [2n ** 63n] }, /9223372036854775808 is not an int64/],
])('%# does not start with options that it cannot keep', async (options, message) => {
  await expect(checkContract({ ...target, ...options })).rejects.toMatchObject({ exitCode: 2 });
  await expect(planCheck({ ...target, ...options })).rejects.toThrow(message);
});

test('one of several named orders that is not tested is not done, and is named with the reason', async () => {
  const report = await checkWithin({}, 'cancel', { pendingIds: [101n, 999n] });
  expect(report.orders).toEqual([
    { id: 201n, named: 'shipped', untested: undefined },
    { id: 101n, named: 'pending', untested: undefined },
    { id: 999n, named: 'pending', untested: 'order 999 is not in the list' },
  ]);
  expect(report.incomplete).toEqual({
    kind: 'not-tried',
    message: 'Order 999, named by --pending-id, was not tested: order 999 is not in the list.',
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

test('a named order whose cancel broke a rule was tested', async () => {
  const report = await checkWithin({ cancel: (order) => (order?.id === '102' ? 404 : undefined) }, 'cancel', {
    pendingIds: [101n, 102n],
    ignore: ['R26'],
  });
  expect(report.orders.map(({ untested }) => untested)).toEqual([undefined, undefined, undefined]);
  expect(report.exitCode).toBe(0);
});

test('required rules must be exercised', async () => {
  const report = await checkWithin({}, 'probe', { require: ['R25', 'R26', 'R29'] });
  expect(report.incomplete).toEqual({
    kind: 'required',
    message:
      '2 rules named by --require were not exercised, or only in part: R26 R29 (level probe does not include it; use --level cancel).',
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
  expect(report.message).toContain('--require there is no rule "R99"');
});

const unchallenged = rewire(responses(401), ({ headers }) => ({
  headers: headers.filter(([name]) => name !== 'WWW-Authenticate'),
}));
const untyped = rewire(responses(401), ({ headers }) => ({
  headers: headers.filter(([name]) => name !== 'Content-Type'),
}));

test('findings of one operation can be ignored, and no others', async () => {
  const one = await checkWithin(untyped, 'probe', { ignore: ['R20:listOrders'] });
  expect(one.exitCode).toBe(1);
  expect(resultOf(one, 'R20')).toMatchObject({ kind: 'failed', findings: 2, ignored: 1 });
  expect(one.findings.map(({ operation, ignored }) => [operation, ignored])).toEqual([
    ['listOrders', true],
    ['cancelOrder', false],
  ]);
  const both = await checkWithin(untyped, 'probe', { ignore: ['R20:listOrders', 'R20:cancelOrder'] });
  expect(both.exitCode).toBe(0);
  expect(summary(both)[0]).toMatch(/keeps the contract$/);
  const notices = { failOn: 'notice' as const, ignore: ['R19'] };
  expect((await checkWithin(unchallenged, 'probe', notices)).exitCode).toBe(0);
});

test('equal findings of one operation are one, which stands for all of its requests', async () => {
  const { findings } = await checkWithin(unchallenged, 'probe');
  expect(findings.map(({ rule, operation, requests }) => [rule, operation, requests])).toEqual([
    ['R19', 'listOrders', 7],
    ['R19', 'cancelOrder', 7],
  ]);
  expect(rules.length).toBe(37);
});
