import { expect, test } from 'vitest';
import type { Page } from '../../../tools/browser.ts';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { controlToken } from '../../support/open-test-simulator.ts';
import { violations } from './axe.ts';
import { layoutFaults } from './layout-faults.ts';

const browser = useBrowser();

const orders = [
  { order: { id: 1001n, petId: 7n }, status: 'pending' },
  { order: { id: 9_223_372_036_854_775_807n }, status: 'cancelled' },
] as const;

async function visit(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
}

test.each([
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const)(
  'on no page of the console anything overlaps, is cut off or from another host, and axe-core finds nothing, %s, %i px wide',
  async (colorScheme, width) => {
    const context = { colorScheme, viewport: { width, height: 844 } };
    const faults = [{ id: 'lost', kind: 'reset', when: 'after-commit', orderId: 1001n }] as const;
    await using open = await openConsole(browser(), { simulator: { orders, faults }, context });
    const { page, simulator } = open;
    const others: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${simulator.controlUrl}/`)) others.push(request.url());
    });
    await page.reload();
    const headers = { Authorization: 'Bearer test-api-key' };
    await page.locator('nav').waitFor({ state: 'attached' });
    const links = page.locator('nav a');
    const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const check = async (find: (page: Page) => Promise<unknown>): Promise<void> => {
      for (const place of places) {
        await visit(page, place);
        expect([place, await page.evaluate(layoutFaults), await find(page)]).toEqual([place, [], []]);
      }
    };
    expect(places).toHaveLength(7);
    await check(violations);
    await fetch(`${simulator.baseUrl}/store/orders`);
    await fetch(`${simulator.baseUrl}/store/orders/1002`, { method: 'DELETE', headers });
    // console-full-pages.test.ts has axe-core on the pages that show something.
    await check(async () => []);
    await visit(page, '#/production/orders');
    await page.getByRole('button', { name: 'Add order' }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.evaluate("document.querySelector('nav .foot button').click()");
    await page.getByLabel('Control token').waitFor();
    expect(await violations(page)).toEqual([]);
    expect([open.complaints, others]).toEqual([[], []]);
  },
);

test('on a phone the header has at most 96 px, and a row of an order with 19 digits has its Cancel in sight', async () => {
  const context = { viewport: { width: 390, height: 844 } };
  const long = [{ order: { id: 9_223_372_036_854_775_807n }, status: 'pending' }] as const;
  await using open = await openConsole(browser(), { simulator: { orders: long }, context });
  const { page } = open;
  await page.getByRole('button', { name: 'Add key to production' }).click();
  await page.getByText('Key key-2 was added').waitFor();
  const bar = await page.getByRole('region', { name: 'Environment production' }).boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(96);
  const cancel = await page.getByRole('button', { name: 'Cancel order 9223372036854775807' }).boundingBox();
  expect((cancel?.x ?? 0) + (cancel?.width ?? 0)).toBeLessThan(378);
  expect(await page.evaluate(layoutFaults)).toEqual([]);
});

test('a notice of success takes nothing of the table away, and the button that adds a fault stays where it is', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/production/faults' });
  const { page } = open;
  const add = page.getByRole('button', { name: 'Add fault', exact: true }).first();
  const before = await add.boundingBox();
  await page.getByRole('button', { name: 'Delay 2 s' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add fault', exact: true }).click();
  await page.getByRole('row', { name: /fault-1/ }).waitFor();
  expect(await add.boundingBox()).toEqual(before);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('button', { name: 'Ship order 1001' }).click();
  const notice = await page.getByText('Order 1001 has shipped').boundingBox();
  const table = await page.getByRole('region', { name: 'Orders' }).boundingBox();
  expect((table?.y ?? 0) + (table?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
});

test('a reset asks first if it loses requests, and a refusal shows its reason', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/production/journal' });
  const { page, simulator } = open;
  await page
    .getByText(/^curl .*\/v1\/store\/orders$/)
    .first()
    .waitFor();
  await fetch(`${simulator.baseUrl}/store/orders`);
  const row = page.getByRole('row', { name: /401/ });
  await row.getByText('the request carries no valid key of production').waitFor();
  expect(await row.getByText('4 gaps').getAttribute('title')).toContain('that the specification leaves open');
  const reset = page.getByRole('button', { name: 'Reset production', exact: true });
  await reset.click();
  const dialog = page.getByRole('dialog', { name: 'Reset production?' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await row.waitFor();
  await reset.click();
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('No request yet').waitFor();
  await reset.click();
  await page.getByText('production is back at the start of its scenario').nth(1).waitFor();
});

test('an environment that does not exist is no lost connection, and its page appears when it is created', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/later/orders' });
  const { page, simulator } = open;
  await page.getByText('There is no environment later').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const url = `${simulator.controlUrl}/environments/later`;
  await fetch(url, { method: 'PUT', headers, body: '{}' });
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
});
