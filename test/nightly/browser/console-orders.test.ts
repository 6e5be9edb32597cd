import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { controlToken } from '../../support/open-test-simulator.ts';

const browser = useBrowser();

const int64 = 9_223_372_036_854_775_807n;
const orders = [
  { order: { id: 1001n, petId: 7n, quantity: 1n }, status: 'pending' },
  { order: { id: int64, petId: -int64 }, status: 'pending' },
  { order: { id: 1002n }, status: 'shipped' },
  { order: { id: 1003n }, status: 'cancelled' },
] as const;

test('ships and cancels an order', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page, simulator } = open;
  await page.getByRole('button', { name: `Ship order ${int64}` }).click();
  await page.getByText(`Order ${int64} has shipped`).waitFor();
  await page.getByRole('button', { name: 'Cancel order 1001' }).click();
  await page.getByText('Order 1001 is cancelled').waitFor();
  const headers = { Authorization: `Bearer ${controlToken}` };
  const url = `${simulator.controlUrl}/environments/production/orders`;
  const text = await (await fetch(url, { headers })).text();
  expect(text.replace(/\s/g, '')).toContain(`{"id":${int64},"petId":${-int64},"status":"shipped"}`);
  await expect.poll(() => page.getByRole('row', { name: /cancelled 1001/ }).count()).toBe(1);
  expect(open.complaints).toEqual([]);
});

test('a copied command does the same again in a shell', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  await using open = await openConsole(browser(), { simulator: { orders }, context });
  const { page, simulator } = open;
  await page.getByRole('button', { name: 'Add order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Order id').fill(`${-int64}`);
  await dialog.getByRole('button', { name: /^Copy as curl/ }).click();
  const script = await page.evaluate<string>('navigator.clipboard.readText()');
  await dialog.getByRole('button', { name: 'Add order', exact: true }).click();
  await page.getByText(`Order ${-int64} was added`).waitFor();
  const url = `${simulator.controlUrl}/environments/production`;
  const headers = { Authorization: `Bearer ${controlToken}` };
  const list = async () => (await fetch(`${url}/orders`, { headers })).text();
  const before = await list();
  await fetch(`${url}/reset`, { method: 'POST', headers });
  expect(await list()).not.toBe(before);
  const env = { ...process.env, SIM_CONTROL_TOKEN: controlToken };
  await promisify(execFile)('sh', ['-c', script], { env });
  expect(await list()).toBe(before);
});

test('adds an order, and finds it by the beginning of its id', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page } = open;
  await page.getByRole('button', { name: 'Add order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an order to production' });
  await dialog.getByLabel('Order id').fill('9007199254740993');
  await dialog.getByLabel('Status').selectOption('shipped');
  await dialog.getByRole('button', { name: 'Add order', exact: true }).click();
  await page.getByText('Order 9007199254740993 was added').waitFor();
  await page.getByRole('searchbox', { name: 'Order id begins with' }).fill('900719925474099');
  await page.getByRole('button', { name: /^shipped/ }).click();
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect.poll(() => rows.allTextContents()).toHaveLength(2);
  expect((await rows.allTextContents())[1]).toContain('9007199254740993');
  expect(new URL(page.url()).hash).toBe('#/production/orders?status=shipped&id=900719925474099');
  await page.getByRole('searchbox', { name: 'Order id begins with' }).fill('5');
  await page.getByText('No order matches').waitFor();
  expect(open.complaints).toEqual([]);
});

test('shows an order that a client cancels, without being asked', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page, simulator } = open;
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('row', { name: /pending 1001/ }).waitFor();
  const headers = { Authorization: 'Bearer test-api-key' };
  const response = await fetch(`${simulator.baseUrl}/store/orders/1001`, { method: 'DELETE', headers });
  expect(response.status).toBe(204);
  await page.getByRole('row', { name: /cancelled 1001/ }).waitFor();
  await page.getByRole('button', { name: /^cancelled 2/ }).waitFor();
});

test('shows 1,000 orders on pages of 200', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({
    order: { id: BigInt(at + 1), petId: 7n },
    status: 'pending' as const,
  }));
  await using open = await openConsole(browser(), { simulator: { orders: many } });
  const { page } = open;
  await page.getByRole('row', { name: /pending 1 7/ }).waitFor();
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  expect(await rows.count()).toBe(201);
  for (const words of ['201 to 400', '401 to 600', '601 to 800', '801 to 1,000']) {
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(`${words} of 1,000`).waitFor();
  }
  await page.getByRole('row', { name: /pending 1000 7/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  expect(open.complaints).toEqual([]);
});
