import { expect, test } from 'vitest';
import { UserError } from '../../../user-error.ts';
import { readInjections } from './read-injections.ts';

async function problemOf(...texts: readonly string[]): Promise<string> {
  const error = await readInjections(texts, false).catch((error: unknown) => error);
  if (!(error instanceof UserError)) throw new Error('was not refused', { cause: error });
  return error.message;
}

test('reads faults as a scenario writes them, with or without braces, and as JSON', async () => {
  const texts = [
    'kind: latency, delay: 200ms, operation: listOrders',
    '{ id: late, kind: latency, ms: 200 }',
    '{"kind": "status", "status": 503, "retryAfter": 2}',
  ];
  expect(await readInjections(texts, false)).toEqual([
    { kind: 'latency', ms: 200, operation: 'listOrders' },
    { id: 'late', kind: 'latency', ms: 200 },
    { kind: 'status', status: 503, retryAfter: 2 },
  ]);
});

test('hides the outcome of a cancel only from the owner of the orders', async () => {
  const text = 'kind: reset, when: after-commit';
  expect(await problemOf(text)).toMatch(/^`inject` when: after-commit hides .*`ownsOrders`/);
  expect(await readInjections([text], true)).toEqual([{ kind: 'reset', when: 'after-commit' }]);
});

test('refuses what needs a simulator, what is not a fault, and ids that are not unique', async () => {
  expect(await problemOf('kind: stale-list')).toMatch(/stale-list needs the orders of a simulator/);
  expect(await problemOf('kind: reset, key: key-1')).toMatch(/key is the id of a key of a simulator/);
  expect(await problemOf('kind: latncy, delay: 1s')).toMatch(/^`inject`:1:/);
  expect(await problemOf('latency')).toMatch(/^`inject`/);
  expect(await problemOf('id: a, kind: reset', 'id: a, kind: close')).toMatch(/the same id/);
  expect(await problemOf('kind: reset, times: 0', 'kind: stale-list')).toMatch(/times: 0.*\n.*stale-list/);
});
