import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificate } from '../../../src/http/tls.ts';
import type { Page } from '../../../tools/browser.ts';
import { complaintsOf, openConsole, signIn } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { openPrefixProxy } from './prefix-proxy.ts';

const browser = useBrowser();

/** The places of every page, as the navigation lists them. */
async function placesOf(page: Page): Promise<readonly string[]> {
  await page.locator('nav').waitFor({ state: 'attached' });
  return page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

/** Opens a place, and waits until it is loaded. */
async function visit(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
}

const orders = [
  { order: { id: 1001n, petId: 7n }, status: 'pending' },
  { order: { id: 1002n }, status: 'shipped' },
  { order: { id: 1003n }, status: 'cancelled' },
] as const;

test('sends no request to another host or port', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page, simulator } = open;
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${simulator.controlUrl}/`)) others.push(request.url());
  });
  await page.reload();
  for (const place of await placesOf(page)) await visit(page, place);
  expect([others, open.complaints]).toEqual([[], []]);
});

test('is used by the keyboard alone', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page } = open;
  const focused = () => page.locator(':focus');
  const tabTo = async (name: string | RegExp): Promise<void> => {
    const target = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
    await target.waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element.matches(':focus'))) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}; the focus is on ${await focused().textContent()}`);
  };
  await tabTo('Ship order 1001');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /shipped 1001/ }).waitFor();
  // The button is gone, and the user still is in the table.
  await expect.poll(() => focused().getAttribute('aria-label')).toBe('Orders');
  await page.getByRole('heading', { name: 'Orders' }).focus();
  await tabTo('Add order');
  await page.keyboard.press('Space');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused().textContent()).toContain('Add order');
  await page.keyboard.press('Shift+Tab');
  await page.reload();
  await tabTo('Settings');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused().textContent()).toBe('Settings');
});

test('works below the path of a proxy', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  await using proxy = await openPrefixProxy('/sims/seven', open.simulator.controlUrl);
  const page = await open.page.context().newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${proxy.url}/`);
  await signIn(page);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Ship order 1001' }).click();
  await page.getByRole('row', { name: /shipped 1001/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('works with TLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-tls-'));
  const certificate = await makeCertificate([], join(folder, 'ca.pem'));
  await rm(folder, { recursive: true });
  const context = { ignoreHTTPSErrors: true };
  await using open = await openConsole(browser(), { simulator: { orders, certificate }, context });
  await open.page.getByText('Live', { exact: true }).waitFor();
  await open.page.getByRole('button', { name: 'Ship order 1001' }).click();
  await open.page.getByRole('row', { name: /shipped 1001/ }).waitFor();
  expect(open.complaints).toEqual([]);
});
