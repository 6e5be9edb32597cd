import { expect, test } from 'vitest';
import type { Page } from '../../../tools/browser.ts';
import { openConsole, useBrowser } from '../../e2e/browser/open-console.ts';
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
async function send({ baseUrl }: TestSimulator, path = '', init: RequestInit = {}): Promise<void> {
  const response = await fetch(`${baseUrl}/store/orders${path}`, init).catch(() => undefined);
  await response?.arrayBuffer();
}

function rowsOf(page: Page) {
  return page.getByRole('table', { name: 'Journal' }).getByRole('row');
}

test('shows a request at once, in full at 1280 px, and first of all why it got a 404', async () => {
  const context = { viewport: { width: 1280, height: 800 } };
  await using open = await openConsole(browser(), { simulator: { orders }, place, context });
  const { page, simulator } = open;
  await page.getByText('No request yet').waitFor();
  await send(simulator, `/${-int64 - 1n}`, { method: 'DELETE', headers: withKey });
  const cell = page.getByRole('cell', { name: `DELETE …/${-int64 - 1n}` });
  await cell.waitFor();
  const [inner, outer] = await cell.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(inner).toBeLessThanOrEqual(outer ?? 0);
  await page.getByRole('link', { name: /^Open exchange 1: DELETE/ }).click();
  const exchange = page.getByRole('region', { name: 'Exchange 1' });
  expect(await exchange.getByRole('note').textContent()).toMatch(
    `404: no order has the id ${-int64 - 1n}Would have matched: an order: 1001, ${int64}`,
  );
  await exchange.getByRole('link', { name: 'error-codes=named' }).waitFor();
  await exchange.getByText('"code":"order_not_found"').waitFor();
});

test('shows a fault, the change of the order, and a command that sends the request again', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const faults = [{ id: 'lost', kind: 'reset', when: 'after-commit' }] as const;
  await using open = await openConsole(browser(), { simulator: { orders, faults }, place, context });
  const { page, simulator } = open;
  const headers = { ...withKey, 'X-A': "it's" };
  await send(simulator, `/${int64}`, { method: 'DELETE', headers });
  const row = page.getByRole('row', { name: /DELETE .* none .* lost/ });
  await row.getByRole('link').click();
  const exchange = page.getByRole('region', { name: 'Exchange 1' });
  await exchange.getByText(`Order ${int64} was pending and is cancelled.`).waitFor();
  await exchange.getByText('The fault lost reset the connection.').waitFor();
  await exchange.getByRole('button', { name: 'Copy the request as curl' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `curl -i -X DELETE -H "Authorization: Bearer $API_KEY" -H 'X-A: it'\\''s' ${simulator.baseUrl}/store/orders/${int64}`,
  );
});

test('filters old and new requests by operation, status, key, order and trace', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place });
  const { page, simulator } = open;
  const sendAll = async (): Promise<void> => {
    await send(simulator);
    await send(simulator, '', { headers: withKey });
    await send(simulator, '/7', { method: 'DELETE', headers: withKey });
    const headers = { ...withKey, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await send(simulator, `/${int64}`, { method: 'DELETE', headers });
  };
  await sendAll();
  const shown = () => rowsOf(page).locator('td:first-child').allTextContents();
  const operation = page.getByRole('combobox', { name: 'Operation' });
  await operation.selectOption('listOrders');
  await expect.poll(shown).toEqual(['2', '1']);
  await operation.selectOption('any');
  for (const [name, value, numbers] of [
    ['Status', '204', ['4']],
    ['Order id', String(int64), ['4']],
    ['Key', 'key-1', ['4', '3', '2']],
    ['Trace', trace, ['4']],
  ] as const) {
    await page.getByRole('searchbox', { name }).fill(value);
    await expect.poll(shown).toEqual(numbers);
    await page.getByRole('searchbox', { name }).fill('');
  }
  await page.getByRole('searchbox', { name: 'Status' }).fill('4xx');
  await expect.poll(shown).toEqual(['3', '1']);
  await sendAll();
  await expect.poll(shown).toEqual(['8', '7', '5', '3', '1']);
  expect(new URL(page.url()).hash).toBe(`${place}?status=4xx`);
});

test('shows 250 requests on pages of 200, of which the newest follows the journal, also after a reset', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/settings' });
  const { page, simulator } = open;
  for (let sent = 0; sent < 250; sent += 1) await send(simulator, '', { headers: withKey });
  await page.getByRole('link', { name: 'Journal' }).click();
  const row = (number: number) => page.getByRole('row', { name: new RegExp(`^Open exchange ${number}: `) });
  await row(250).waitFor();
  await page.getByRole('link', { name: 'Older requests' }).click();
  await row(1).waitFor();
  expect(await rowsOf(page).count()).toBe(51);
  await page.getByRole('link', { name: 'Newest requests' }).click();
  await send(simulator, '', { headers: withKey });
  await row(251).waitFor();
  expect(await rowsOf(page).count()).toBe(201);
  const headers = { Authorization: `Bearer ${controlToken}` };
  await fetch(`${simulator.controlUrl}/environments/production/reset`, { method: 'POST', headers });
  await page.getByText('No request yet').waitFor();
  await send(simulator);
  await row(1).waitFor();
});

/** What a client sends to have it run where a person reads the journal. */
const script = `"'><img src=x onerror="window.ran = 1"><script>window.ran = 1</script><a href="javascript:window.ran = 1">link</a>`;

test('what a client sends is text in the journal, and runs nowhere', async () => {
  await using open = await openConsole(browser(), { place: '#/production/journal' });
  const { page, simulator } = open;
  await page.getByText('Live', { exact: true }).waitFor();
  const encoded = encodeURIComponent(script);
  const headers = { traceparent: script, 'X-Script': script };
  await fetch(`${simulator.baseUrl}/store/orders/${encoded}?q=${encoded}`, {
    method: 'DELETE',
    headers,
    body: script,
  });
  await page.getByRole('link', { name: /^Open exchange 1:/ }).click();
  const exchange = page.getByRole('region', { name: 'Exchange 1' });
  await exchange.waitFor();
  await expect.poll(() => exchange.textContent()).toContain('<img src=x onerror=');
  const planted = 'document.querySelectorAll("img[src=x], a[href^=javascript], script:not([src])").length';
  expect(await page.evaluate(`[window.ran, ${planted}]`)).toEqual([undefined, 0]);
});
