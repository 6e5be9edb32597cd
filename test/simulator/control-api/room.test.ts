import { expect, test } from 'vitest';
import type { MemoryGuard } from '../../../src/http/memory-guard.ts';
import { call, openControl } from './open-control.ts';

/** A guard without room until state is removed. */
function fullUntilReleased(): MemoryGuard {
  let full = true;
  return {
    refusal: () => (full ? '110 of the 128 MiB are in use; delete environments' : undefined),
    released: () => {
      full = false;
    },
  };
}

const refused = {
  status: 507,
  code: 'out_of_memory',
  message: 'There is no room for more: 110 of the 128 MiB are in use; delete environments.',
};

test('without room, new environments and scenarios are refused with 507, and everything else works', async () => {
  await using open = await openControl({ memory: fullUntilReleased() });
  const production = open.control.environment('production');
  await expect(open.control.createEnvironment()).rejects.toMatchObject(refused);
  await expect(production.load('pending')).rejects.toMatchObject(refused);
  const { baseUrl } = open.simulator;
  expect((await call({ baseUrl, apiKey: 'test-api-key' }, 'GET', '/store/orders')).status).toBe(200);
  await production.faults.add({ kind: 'latency', ms: 1 });
  expect(await open.control.environments()).toHaveLength(2);
});

test('a reset makes room, and is never refused', async () => {
  await using open = await openControl({ memory: fullUntilReleased() });
  await open.control.environment('production').reset();
  await using environment = await open.control.createEnvironment();
  expect(environment.baseUrl).toContain(environment.name);
});

test('a deleted environment makes room', async () => {
  const memory = fullUntilReleased();
  await using open = await openControl({ memory: { ...memory, refusal: () => undefined } });
  const environment = await open.control.createEnvironment();
  expect(memory.refusal()).toBeDefined();
  await environment.delete();
  expect(memory.refusal()).toBeUndefined();
});
