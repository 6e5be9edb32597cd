import { expect, test } from 'vitest';
import { checkTable } from '../check/check-table.ts';
import { UserError } from '../user-error.ts';
import { flagNames } from './flag-names.ts';

const names = flagNames(checkTable);

test('options that the library names in backticks become flags, with their values', () => {
  expect(
    names.inText('raise `requestsPerSecond`, use `level: probe` or `skip: R15,R17`, or `other: 1`'),
  ).toBe('raise --rps, use --level probe or --skip R15,R17, or `other: 1`');
});

test('every part of a UserError names flags, and the exit code stays', async () => {
  const error = new UserError({ where: '`pendingIds`', what: 'x', hint: 'add `ownsOrders`' }, 3);
  await expect(names.inError(() => Promise.reject(error))).rejects.toMatchObject({
    message: '--pending-id x; add --i-own-these-orders',
    exitCode: 3,
  });
  await expect(names.inError(() => Promise.reject(new Error('`skip`')))).rejects.toThrow('`skip`');
});
