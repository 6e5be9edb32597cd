import { equal, rejects } from 'node:assert/strict';
import { env } from 'node:process';
import { test } from 'node:test';
import { Refunds } from './refunds.ts';

const refunds = new Refunds(env.STORE_ORDERS_BASE_URL ?? '', env.STORE_ORDERS_API_KEY ?? '');

test('refunds what was ordered', async () => {
  const orderId = BigInt(env.ORDER_ID ?? '');
  const order = (await refunds.list()).find(({ id }) => id === orderId);
  const refund = await refunds.refund(orderId);
  equal(refund.quantity, order?.quantity);
});

test('does not refund an order that has shipped', async () => {
  await rejects(refunds.refund(BigInt(env.SHIPPED_ID ?? '')), /is not cancelled: 409/);
});
