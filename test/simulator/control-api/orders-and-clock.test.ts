import { expect, test } from 'vitest';
import { createHandClock } from '../../support/hand-clock.ts';
import { call, list, openControl } from './open-control.ts';

test('an order is placed, replaced at its position, and deleted', async () => {
  await using opened = await openControl();
  const { orders, ...environment } = await opened.control.createEnvironment({
    scenario: { orders: [{ id: 1 }] },
  });
  const big = 9223372036854775807n;
  expect(await orders.put(big, { petId: 7n, complete: true })).toEqual({
    order: { id: big, petId: 7n, complete: true, status: 'pending' },
  });
  expect(await orders.put(1, { quantity: 2n, status: 'cancelled' })).toEqual({
    order: { id: 1n, quantity: 2n, status: 'cancelled' },
    before: { id: 1n, status: 'pending' },
  });
  expect(await list(environment)).toBe(`[{"id":1,"quantity":2},{"id":${big},"petId":7,"complete":true}]`);
  expect(await orders.delete(1)).toMatchObject({ id: 1n });
  expect((await call(environment, 'DELETE', '/store/orders/1')).status).toBe(404);
});

test('a shipped order is final unless forced', async () => {
  await using opened = await openControl();
  const { orders, ...environment } = await opened.control.createEnvironment({
    scenario: { orders: [{ id: 1 }] },
  });
  expect(await orders.ship(1)).toMatchObject({ changed: true });
  expect(await orders.ship(1)).toMatchObject({ changed: false });
  await expect(orders.put(1, { status: 'pending' })).rejects.toMatchObject({
    code: 'order_final',
    status: 409,
  });
  expect((await call(environment, 'DELETE', '/store/orders/1')).status).toBe(409);
  expect(await orders.put(1, { petId: 3n, status: 'shipped' })).toMatchObject({ order: { petId: 3n } });
  await orders.put(1, { status: 'pending' }, { force: true });
  expect((await call(environment, 'DELETE', '/store/orders/1')).status).toBe(204);
  await expect(orders.ship(1)).rejects.toMatchObject({ code: 'order_final' });
  expect(await orders.ship(1, { force: true })).toMatchObject({ changed: true });
});

test('an order reference can be a handle, even of an order that does not exist', async () => {
  await using opened = await openControl();
  const { orders, handles } = await opened.control.createEnvironment({ scenario: 'missing' });
  await expect(orders.get('missing')).rejects.toThrow(`There is no order ${handles.missing}.`);
  expect((await orders.put('missing', {})).order.id).toBe(handles.missing);
});

test('advancing the clock ships orders, expires keys and ends faults, and lists them', async () => {
  const machine = createHandClock();
  await using opened = await openControl({ machine });
  const scenario = {
    orders: [
      { id: 1, ships: { after: '30s' } },
      { id: 2, ships: { after: '31s' } },
      { id: 3, ships: { after: '10s' } },
    ],
  };
  const environment = await opened.control.createEnvironment({ scenario });
  const brief = await environment.keys.add({ expiresIn: '30s' });
  await environment.keys.add({ key: 'key-of-later', expiresAt: '2026-01-20T10:00:31Z' });
  await environment.faults.add({
    id: 'brief',
    kind: 'unauthorized',
    operation: 'getPet',
    duration: 30_000,
  });
  await environment.faults.add({
    id: 'later',
    kind: 'unauthorized',
    operation: 'getPet',
    duration: 31_000,
  });
  await environment.orders.ship(3);
  expect(await environment.changeClock({ frozen: true, advance: '30s' })).toEqual({
    before: '2026-01-20T10:00:00Z',
    now: '2026-01-20T10:00:30Z',
    frozen: true,
    shipped: [1n],
    expiredKeys: [brief.id],
    endedFaults: ['brief'],
  });
  expect(
    (await call({ baseUrl: environment.baseUrl, apiKey: brief.key }, 'GET', '/store/orders')).status,
  ).toBe(401);
  expect((await call(environment, 'DELETE', '/store/orders/1')).status).toBe(409);
  machine.advance(60_000);
  expect(await environment.clock()).toEqual({ now: '2026-01-20T10:00:30Z', frozen: true });
  expect((await call(environment, 'DELETE', '/store/orders/2')).status).toBe(204);
});

test('a change of the clock does not list what was due before, and setting it back undoes nothing', async () => {
  const machine = createHandClock();
  await using opened = await openControl({ machine });
  const scenario = { orders: [{ id: 1, ships: { after: '10s' } }] };
  const environment = await opened.control.createEnvironment({ scenario });
  machine.advance(10_000);
  expect(await environment.changeClock({ set: '2020-01-01T00:00:00+01:00' })).toMatchObject({
    now: '2019-12-31T23:00:00Z',
    shipped: [],
  });
  expect((await environment.orders.get(1)).status).toBe('shipped');
  machine.advance(1_000);
  expect((await environment.clock()).now).toBe('2019-12-31T23:00:01Z');
});

test('keys are replaced and revoked', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment();
  const statusOf = async (apiKey: string) =>
    (await call({ baseUrl: environment.baseUrl, apiKey }, 'GET', '/store/orders')).status;
  expect(await environment.keys.replace([{ key: 'a' }, { key: 'b' }])).toMatchObject([
    { id: 'key-2' },
    { id: 'key-3' },
  ]);
  expect([await statusOf(environment.apiKey), await statusOf('a'), await statusOf('b')]).toEqual([
    401, 200, 200,
  ]);
  await environment.keys.revoke('key-2');
  expect([await statusOf('a'), await statusOf('b')]).toEqual([401, 200]);
});
