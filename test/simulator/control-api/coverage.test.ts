import { expect, test } from 'vitest';
import { call, list, openControl } from './open-control.ts';

test('the coverage of an environment counts outcomes, classes of ids and relied-on choices, and survives a reset', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({
    scenario: { orders: [{ id: 1 }, { id: -(2n ** 53n) }, { id: 3, status: 'shipped' }] },
  });
  await list(environment);
  for (const id of ['1', '1', '-9007199254740992', '3', '404', 'abc'])
    await call(environment, 'DELETE', `/store/orders/${id}`);
  await call({ ...environment, baseUrl: environment.baseUrl, apiKey: 'wrong' }, 'DELETE', '/store/orders/x');
  await environment.reset();
  const { outcomes, ids, gaps, percent, holes } = await environment.coverage();
  expect(outcomes).toMatchObject({
    'listOrders 200': 1,
    'cancelOrder 204': 2,
    'cancelOrder 409': 2,
    'cancelOrder 401': 1,
  });
  expect(ids).toEqual({ negative: 1, 'beyond-2^53': 1, unknown: 1, malformed: 1 });
  expect(gaps).toMatchObject({ 'cancel-again=conflict': 1 });
  expect(percent).toMatchObject({ outcomes: 83, ids: 100, faults: 0 });
  const sentences = holes.map(({ hole }) => hole);
  expect(sentences).toContain('No test met a 401 of the list: a request without a valid key provokes it.');
  expect(sentences).toContain(
    'No response relied on cancel-again=not-found: --gap cancel-again=not-found, or matrix, provokes it.',
  );
  expect(sentences.join()).not.toContain('No test met a 409');
});

test('the coverage says what a fault did to a cancel, before or after it took effect', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({
    scenario: { orders: [{ id: 1 }, { id: 2 }] },
  });
  const cancel = (id: number) => call(environment, 'DELETE', `/store/orders/${id}`).catch(() => undefined);
  await environment.faults.replace([{ kind: 'reset', operation: 'cancelOrder', times: 1 }]);
  await cancel(1);
  await environment.faults.replace([{ kind: 'reset', when: 'after-commit', times: 1 }]);
  await cancel(1);
  await environment.faults.replace([{ kind: 'status', status: 503, operation: 'cancelOrder', times: 1 }]);
  await cancel(2);
  await environment.faults.replace([{ kind: 'truncate', operation: 'listOrders', times: 1 }]);
  await list(environment).catch(() => undefined);
  await environment.faults.replace([{ kind: 'latency', ms: 1, operation: 'listOrders', times: 1 }]);
  await list(environment);
  const { faults, holes } = await environment.coverage();
  expect(faults).toEqual({
    'cancelOrder lost-before-commit': 1,
    'cancelOrder lost-after-commit': 1,
    'cancelOrder refused': 1,
    'listOrders broken-body': 1,
    'listOrders slow': 1,
  });
  expect(holes.filter(({ group }) => group === 'faults').map(({ name }) => name)).toEqual([
    'listOrders lost',
    'listOrders refused',
    'cancelOrder slow',
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

test('every fault that a hole names is one that the simulator accepts, and provokes the point', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({ scenario: { orders: [{ id: 1 }] } });
  const { holes } = await environment.coverage();
  for (const { group, name, hole } of holes) {
    if (group !== 'faults' && group !== 'actors') continue;
    const fault = JSON.parse(/\{.*\}/.exec(hole)?.[0] ?? '');
    await environment.reset();
    await environment.faults.replace([fault.ms === undefined ? fault : { ...fault, ms: 1 }]);
    const request =
      fault.operation === 'listOrders' ? list(environment) : call(environment, 'DELETE', '/store/orders/1');
    await request.catch(() => undefined);
    expect((await environment.coverage())[group]).toHaveProperty([name]);
  }
});

test('the coverage counts cancels and lists that were in progress while something else happened', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({
    scenario: { orders: [{ id: 1 }, { id: 2 }] },
  });
  await call(environment, 'DELETE', '/store/orders/2');
  await list(environment);
  expect((await environment.coverage()).races).toEqual({});
  const gate = await environment.gates.open();
  const cancelled = call(environment, 'DELETE', '/store/orders/1');
  await environment.gates.wait(gate.id);
  await list(environment);
  await environment.gates.close(gate.id);
  await cancelled;
  expect((await environment.coverage()).races).toEqual({ cancelOrder: 1 });
  const { holes, percent } = await environment.coverage();
  expect([percent.races, holes.filter(({ group }) => group === 'races').map(({ name }) => name)]).toEqual([
    50,
    ['listOrders'],
  ]);
});
