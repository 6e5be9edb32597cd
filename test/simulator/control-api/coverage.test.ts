import { expect, test } from 'vitest';
import { call, list, openControl } from './open-control.ts';

test('the coverage of an environment counts outcomes and classes of ids, and survives a reset', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({
    scenario: { orders: [{ id: 1 }, { id: -(2n ** 53n) }, { id: 3, status: 'shipped' }] },
  });
  await list(environment);
  for (const id of ['1', '1', '-9007199254740992', '3', '404', 'abc'])
    await call(environment, 'DELETE', `/store/orders/${id}`);
  await call({ ...environment, baseUrl: environment.baseUrl, apiKey: 'wrong' }, 'DELETE', '/store/orders/x');
  await environment.reset();
  const { outcomes, ids, percent, holes } = await environment.coverage();
  expect(outcomes).toMatchObject({
    'listOrders 200': 1,
    'cancelOrder 204': 2,
    'cancelOrder 409': 2,
    'cancelOrder 401': 1,
  });
  expect(ids).toEqual({ negative: 1, 'beyond-2^53': 1, unknown: 1, malformed: 1 });
  expect(percent).toEqual({ outcomes: 83, ids: 100 });
  expect(holes).toEqual([
    {
      group: 'outcomes',
      name: 'listOrders 401',
      hole: 'No test met a 401 of the list: a request without a valid key provokes it.',
    },
  ]);
});

test('the coverage of the process adds up the environments, and outlives one that a test deletes', async () => {
  await using opened = await openControl({
    ofOneProcess: 'the coverage of the simulator is that of a process',
  });
  const environment = await opened.control.createEnvironment({ scenario: 'shipped' });
  await call(environment, 'DELETE', `/store/orders/${environment.handle('shipped')}`);
  await environment.delete();
  const [one, other] = [
    await opened.control.createEnvironment({}),
    await opened.control.createEnvironment({}),
  ];
  for (const each of [one, other, one]) await list(each);
  expect((await one.coverage()).outcomes).toEqual({ 'listOrders 200': 2 });
  expect((await opened.control.coverage()).outcomes).toEqual({ 'cancelOrder 409': 1, 'listOrders 200': 3 });
  expect((await opened.control.environment('production').coverage()).outcomes).toEqual({});
});
