import { expect, test } from 'vitest';
import type { Page } from '../../../tools/browser.ts';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { controlToken, type TestSimulator } from '../../support/open-test-simulator.ts';

const browser = useBrowser();

const int64 = 9_223_372_036_854_775_807n;
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const orders = [
  { order: { id: 1001n }, status: 'pending' },
  { order: { id: int64 }, status: 'pending' },
] as const;
const place = '#/production/journal';
const withKey = { Authorization: 'Bearer test-api-key' };

/** Sends a request of a client and reads the response. A connection that a fault ends is fine. */
async function send(simulator: TestSimulator, path: string, init: RequestInit = {}): Promise<void> {
  await fetch(`${simulator.baseUrl}${path}`, init)
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}

function rowsOf(page: Page) {
  return page.getByRole('table', { name: 'Journal' }).getByRole('row');
}

async function waitUntilLive(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('No request yet').waitFor();
}

test('shows a request at once, and first of all why it got a 401 or a 404', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place });
  const { page, simulator } = open;
  await waitUntilLive(page);
  await send(simulator, '/store/orders');
  await page.getByRole('link', { name: 'Open exchange 1: GET /v1/store/orders' }).click();
  const first = page.getByRole('region', { name: 'Exchange 1' });
  expect(await first.getByRole('note').textContent()).toMatch(
    /^401: the request carries no valid key of production\s*Would have matched: Authorization: Bearer/,
  );
  expect(await page.locator(':focus').textContent()).toBe('Exchange 1');
  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'detached' });
  await send(simulator, `/store/orders/${int64 - 1n}`, { method: 'DELETE', headers: withKey });
  await page
    .getByRole('row', { name: /DELETE .* 404/ })
    .getByRole('link')
    .click();
  const second = page.getByRole('region', { name: 'Exchange 2' });
  expect(await second.getByRole('note').textContent()).toMatch(
    `404: no order has the id ${int64 - 1n}Would have matched: an order: 1001, ${int64}`,
  );
  await second.getByRole('link', { name: 'error-codes=named' }).waitFor();
  await second.getByText('"code":"order_not_found"').waitFor();
  expect(open.complaints).toEqual([]);
});

test('shows a fault, the change of the order, and a command that sends the request again', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const faults = [{ id: 'lost', kind: 'reset', when: 'after-commit' }] as const;
  await using open = await openConsole(browser(), { simulator: { orders, faults }, place, context });
  const { page, simulator } = open;
  await waitUntilLive(page);
  await send(simulator, `/store/orders/${int64}`, {
    method: 'DELETE',
    headers: { ...withKey, 'X-A': "it's" },
  });
  await page
    .getByRole('row', { name: /DELETE .* none .* lost/ })
    .getByRole('link')
    .click();
  const exchange = page.getByRole('region', { name: 'Exchange 1' });
  await exchange.getByText(`Order ${int64} was pending and is cancelled.`).waitFor();
  await exchange.getByText('The fault lost reset the connection.').waitFor();
  await exchange.getByRole('button', { name: 'Copy the request as curl' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `curl -i -X DELETE -H "Authorization: Bearer $API_KEY" -H 'X-A: it'\\''s' ${simulator.baseUrl}/store/orders/${int64}`,
  );
  expect(open.complaints).toEqual([]);
});

test('filters old and new requests by operation, status, key, order and trace', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place });
  const { page, simulator } = open;
  const sendAll = async (): Promise<void> => {
    await send(simulator, '/store/orders');
    await send(simulator, '/store/orders', { headers: withKey });
    await send(simulator, '/store/orders/7', { method: 'DELETE', headers: withKey });
    const headers = { ...withKey, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await send(simulator, `/store/orders/${int64}`, { method: 'DELETE', headers });
  };
  await waitUntilLive(page);
  await sendAll();
  /** Shows only some requests, then those of them that are sent afterwards, and then all again. */
  const filterBy = async (fill: (value: boolean) => Promise<unknown>, numbers: readonly string[]) => {
    await fill(true);
    const shown = () => rowsOf(page).locator('td:first-child').allTextContents();
    await expect.poll(shown).toEqual(numbers);
    await fill(false);
  };
  const text = (name: string, value: string) => (on: boolean) =>
    page.getByRole('searchbox', { name }).fill(on ? value : '');
  const operation = page.getByRole('combobox', { name: 'Operation' });
  await filterBy((on) => operation.selectOption(on ? 'listOrders' : 'any'), ['2', '1']);
  await filterBy(text('Status', '4xx'), ['3', '1']);
  await filterBy(text('Status', '204'), ['4']);
  await filterBy(text('Order id', String(int64)), ['4']);
  await filterBy(text('Key', 'key-1'), ['4', '3', '2']);
  await filterBy(text('Trace', trace), ['4']);
  await text('Status', '4xx')(true);
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  await sendAll();
  await filterBy(async () => undefined, ['8', '7', '5', '3', '1']);
  expect(new URL(page.url()).hash).toBe(`${place}?status=4xx`);
  expect(open.complaints).toEqual([]);
});

test('pauses, goes on, and is empty after a reset', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place });
  const { page, simulator } = open;
  await waitUntilLive(page);
  await send(simulator, '/store/orders');
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await send(simulator, '/store/orders');
  await send(simulator, '/store/orders/1001', { method: 'DELETE', headers: withKey });
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('row', { name: /cancelled 1001/ }).waitFor();
  await page.goBack();
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  const headers = { Authorization: `Bearer ${controlToken}` };
  await fetch(`${simulator.controlUrl}/environments/production/reset`, { method: 'POST', headers });
  await page.getByText('No request yet').waitFor();
  await send(simulator, '/store/orders');
  await expect.poll(() => rowsOf(page).count()).toBe(2);
});

test('shows 450 requests on pages of 200, and only the newest page follows the journal', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/settings' });
  const { page, simulator } = open;
  for (let sent = 0; sent < 450; sent += 1) await send(simulator, '/store/orders', { headers: withKey });
  await page.getByRole('link', { name: 'Journal' }).click();
  const first = (number: number) => page.getByRole('row', { name: new RegExp(`^Open exchange ${number}: `) });
  await first(450).waitFor();
  await page.getByRole('link', { name: 'Older requests' }).click();
  await first(250).waitFor();
  await page.getByRole('link', { name: 'Older requests' }).click();
  await first(1).waitFor();
  expect(await rowsOf(page).count()).toBe(51);
  await page.getByRole('link', { name: 'Newest requests' }).click();
  await send(simulator, '/store/orders', { headers: withKey });
  await first(451).waitFor();
  expect(await rowsOf(page).count()).toBe(201);
});

test('shows every digit of the id of a cancelled order at 1280 px', async () => {
  const context = { viewport: { width: 1280, height: 800 } };
  await using open = await openConsole(browser(), { simulator: { orders }, place, context });
  const { page, simulator } = open;
  await waitUntilLive(page);
  await send(simulator, `/store/orders/${-int64 - 1n}`, { method: 'DELETE', headers: withKey });
  const cell = page.getByRole('cell', { name: `DELETE …/${-int64 - 1n}` });
  await cell.waitFor();
  const [inner, outer] = await cell.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(inner).toBeLessThanOrEqual(outer ?? 0);
});
