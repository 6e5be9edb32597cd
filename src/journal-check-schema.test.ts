import { expect, test } from 'vitest';
import { checkSchema } from './journal-check-schema.ts';

test.each([
  [{ check: 'cancelled', orderId: 1n }, { expected: 'either times or atMost' }],
  [
    { check: 'cancelled', orderId: 1n, times: 1n, atMost: 1n },
    { what: 'the check cancelled needs one number' },
  ],
  [
    { check: 'never-requested' },
    { what: 'the check never-requested names nothing', expected: 'operation, orderId or both' },
  ],
])('refuses the check %o with the reason', (given, params) => {
  expect(checkSchema.safeParse(given).error?.issues).toMatchObject([{ params }]);
});
