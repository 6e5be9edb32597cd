import { expect, test } from 'vitest';
import { call, openControl } from './open-control.ts';

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
