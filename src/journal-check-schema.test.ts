import { expect, test } from 'vitest';
import { checkSchema } from './journal-check-schema.ts';

test.each([
  { check: 'cancelled', orderId: 1n, times: 0n },
  { check: 'cancelled', orderId: -1n, atMost: 2n },
  { check: 'nothing-else-changed', except: [1n, 2n] },
  { check: 'no-request-without-key' },
  { check: 'retried', atMost: 3n, orderId: 9007199254740993n },
  { check: 'never-requested', orderId: 7n },
  { check: 'no-notes' },
])('accepts the check %o, with exact order ids and numbers of times', (given) => {
  const small = Object.entries(given).map(([name, value]) => [
    name,
    /^(times|atMost)$/.test(name) ? Number(value) : value,
  ]);
  expect(checkSchema.parse(given)).toStrictEqual(Object.fromEntries(small));
});

const problems = (given: unknown): readonly object[] =>
  (checkSchema.safeParse(given).error?.issues ?? []).map((issue) =>
    'params' in issue ? (issue.params ?? {}) : {},
  );

test.each([
  [{ check: 'cancelled', orderId: 1n }, { expected: 'either times or atMost' }],
  [
    { check: 'cancelled', orderId: 1n, times: 1n, atMost: 1n },
    { what: 'the check cancelled needs one number' },
  ],
  [
    { check: 'cancelled', orderId: 2n ** 63n, times: 1n },
    { expected: 'an int64, from -9223372036854775808 to 9223372036854775807' },
  ],
  [{ check: 'cancelled', orderId: 1n, times: -1n }, { expected: 'a whole number from 0 to 1000000000' }],
  [
    { check: 'never-requested' },
    { what: 'the check never-requested names nothing', expected: 'operation, orderId or both' },
  ],
])('refuses the check %o with the reason', (given, problem) => {
  expect(problems(given)).toEqual([expect.objectContaining(problem)]);
});

test.each([
  { check: 'cancelled', orderId: 1n, times: 1n, more: 1n },
  { check: 'nothing-else-changed', except: [2n ** 63n] },
  { check: 'retried' },
  { check: 'never-requested', operation: 'deleteOrders' },
  { check: 'nothing' },
])('refuses the check %o', (given) => {
  expect(checkSchema.safeParse(given).success).toBe(false);
});
