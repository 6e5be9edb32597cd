import { expect, test } from 'vitest';
import { everything, pass, policyAfterList } from '../../../test/check/a-policy.ts';
import { noKey } from '../../contract/api-key.ts';
import { cancelOrder } from '../../contract/requests.ts';

const wrongKey = { kind: 'invalid', how: 'random' } as const;

test('permits wrong keys for one named pending order while they are refused, and the valid key after them', () => {
  const policy = policyAfterList({ ...everything, pendingIds: [101n, 102n] }, [101n, 102n, 201n]);
  expect(pass(policy, cancelOrder(101n, noKey), 401)).toBe('permitted');
  expect(pass(policy, cancelOrder(101n, wrongKey), 404)).toBe('permitted');
  expect(pass(policy, cancelOrder(102n, noKey), 401)).toBe('refused');
  expect(pass(policy, cancelOrder(101n), 204)).toBe('permitted');
  expect(pass(policy, cancelOrder(101n, noKey), 401)).toBe('refused');
  expect(pass(policy, cancelOrder(101n), 409)).toBe('permitted');
  expect(pass(policy, cancelOrder(101n), 409)).toBe('permitted');
  expect(pass(policy, cancelOrder(101n), 409)).toBe('refused');
  expect(pass(policy, cancelOrder(102n), 204)).toBe('permitted');
});

test('permits two wrong keys for each shipped order, before the valid key', () => {
  const policy = policyAfterList({ ...everything, shippedIds: [201n, 202n] }, [101n, 201n, 202n]);
  expect(pass(policy, cancelOrder(201n, noKey), 401)).toBe('permitted');
  expect(pass(policy, cancelOrder(201n, wrongKey), 409)).toBe('permitted');
  expect(pass(policy, cancelOrder(201n, wrongKey), 401)).toBe('refused');
  expect(pass(policy, cancelOrder(201n), 409)).toBe('permitted');
  expect(pass(policy, cancelOrder(202n), 409)).toBe('permitted');
  expect(pass(policy, cancelOrder(202n, noKey), 401)).toBe('refused');
});

test.each([204, 200, 302, 500])(
  'tries a named order no more, with any key, after a wrong key got %s',
  (status) => {
    const policy = policyAfterList(everything, [101n]);
    expect(pass(policy, cancelOrder(101n, noKey), status)).toBe('permitted');
    expect(pass(policy, cancelOrder(101n, wrongKey), 401)).toBe('refused');
    expect(pass(policy, cancelOrder(101n), 204)).toBe('refused');
  },
);

test('tries a named order no more after a wrong key got no response', () => {
  const policy = policyAfterList(everything, [101n]);
  policy.onSend(cancelOrder(101n, noKey));
  expect(pass(policy, cancelOrder(101n), 204)).toBe('refused');
});

test('reports that a named id was rounded if the list has the exact one', () => {
  const policy = policyAfterList({ ...everything, pendingIds: [9007199254740992n] }, [9007199254740993n]);
  expect(policy.permit(cancelOrder(9007199254740992n))).toEqual({
    kind: 'refused',
    reason:
      'order 9007199254740992 is not in the list, but an id with the same nearest double is: did a tool round the named id?',
  });
});
