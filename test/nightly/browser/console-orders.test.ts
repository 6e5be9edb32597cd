import { expect, test } from 'vitest';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { controlToken } from '../../support/open-test-simulator.ts';

const browser = useBrowser();

const int64 = 9_223_372_036_854_775_807n;
const orders = [
  { order: { id: 1001n, petId: 7n, quantity: 1n }, status: 'pending' },
  { order: { id: int64, petId: -int64 }, status: 'pending' },
] as const;
const authorized = { Authorization: `Bearer ${controlToken}` };

test('ships an order with every digit, and shows one that a client cancels without being asked', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page, simulator } = open;
  await page.getByRole('button', { name: `Ship order ${int64}` }).click();
  await page.getByText(`Order ${int64} has shipped`).waitFor();
  const url = `${simulator.controlUrl}/environments/production/orders`;
  const text = await (await fetch(url, { headers: authorized })).text();
  expect(text.replace(/\s/g, '')).toContain(`{"id":${int64},"petId":${-int64},"status":"shipped"}`);
  const headers = { Authorization: 'Bearer test-api-key' };
  await fetch(`${simulator.baseUrl}/store/orders/1001`, { method: 'DELETE', headers });
  await page.getByRole('row', { name: /cancelled 1001/ }).waitFor();
  await page.getByRole('button', { name: 'Add order' }).click();
  await page.getByRole('dialog').getByLabel('Order id').fill(`${-int64}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add order', exact: true }).click();
  await page.getByRole('row', { name: `pending ${-int64}` }).waitFor();
});

test('finds orders by their status and the beginning of their id', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page } = open;
  await page.getByRole('button', { name: 'Cancel order 1001' }).click();
  await page.getByRole('searchbox', { name: 'Order id begins with' }).fill('100');
  await page.getByRole('button', { name: /^cancelled/ }).click();
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([expect.any(String), expect.stringContaining('1001')]);
  expect(new URL(page.url()).hash).toBe('#/production/orders?status=cancelled&id=100');
  await page.getByRole('searchbox', { name: 'Order id begins with' }).fill('5');
  await page.getByText('No order matches').waitFor();
});
