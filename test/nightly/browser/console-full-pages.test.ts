import { expect, test } from 'vitest';
import type { Page } from '../../../tools/browser.ts';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { controlToken, type TestSimulator } from '../../support/open-test-simulator.ts';
import { violations } from './axe.ts';

const browser = useBrowser();

const int64 = 9_223_372_036_854_775_807n;
const orders = [
  { order: { id: 1001n }, status: 'pending' },
  { order: { id: 1002n }, status: 'shipped' },
  { order: { id: int64 }, status: 'pending' },
] as const;
const faults = [{ id: 'lost', kind: 'reset', when: 'after-commit', times: 1 }] as const;

function cancel({ baseUrl }: TestSimulator, id: string): Promise<Response> {
  const headers = { Authorization: 'Bearer test-api-key' };
  return fetch(`${baseUrl}/store/orders/${id}`, { method: 'DELETE', headers });
}

/** Sends requests that get a 401, no response, a 409 and a 404. */
async function sendRequests(simulator: TestSimulator): Promise<void> {
  await fetch(`${simulator.baseUrl}/store/orders`);
  await cancel(simulator, '1001').catch(() => undefined);
  await cancel(simulator, '1002');
  await cancel(simulator, '%3Cscript%3E');
}

/** Opens a hold with two cancels that wait at it. They get a response when the result is called. */
async function holdTwo(simulator: TestSimulator): Promise<() => Promise<void>> {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const gates = `${simulator.controlUrl}/environments/production/holds`;
  await fetch(gates, { method: 'POST', headers, body: JSON.stringify({ id: 'race', timeout: '60s' }) });
  const cancels = [int64, int64].map((id) => cancel(simulator, String(id)));
  await fetch(`${gates}/race?waiting=2`, { headers });
  return async () => {
    await fetch(`${gates}/race`, { method: 'DELETE', headers });
    await Promise.all(cancels);
  };
}

async function visit(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function tabTo(target: ReturnType<Page['locator']>): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Each page, and something on it that is there only when everything is read. */
const pages = [
  ['#/production/journal', 'link', 'Open exchange 4'],
  ['#/production/journal/1', 'heading', 'Response'],
  ['#/production/journal/2', 'heading', 'Request'],
  ['#/production/journal/3', 'link', 'conflict-body=error'],
  ['#/production/gaps', 'button', 'Leave to the profile: conflict-body'],
  ['#/production/faults', 'heading', 'What fired'],
] as const;

test.each(['light', 'dark'] as const)(
  'axe-core finds nothing on a page that shows something, %s, on a phone and on a desk',
  async (colorScheme) => {
    const simulator = { orders, faults, gaps: { 'conflict-body': 'error' } } as const;
    await using open = await openConsole(browser(), { simulator, context: { colorScheme } });
    const { page } = open;
    await sendRequests(open.simulator);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [place, role, name] of pages) {
        await visit(page, place);
        await page.getByRole(role, { name }).first().waitFor();
        expect([place, width, await violations(page)]).toEqual([place, width, []]);
        const scrolled = await page.evaluate('document.documentElement.scrollWidth');
        expect([place, scrolled]).toEqual([place, width]);
      }
      const release = await holdTwo(open.simulator);
      await visit(page, '#/production/holds');
      await page
        .getByRole('button', { name: /^Release all from race/ })
        .first()
        .waitFor();
      expect(await violations(page)).toEqual([]);
      await release();
    }
    for (const [place, button] of [
      ['#/production/faults', 'Delay 2 s'],
      ['#/production/holds', 'Open hold'],
    ] as const) {
      await visit(page, place);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
      expect([place, await violations(page)]).toEqual([place, []]);
      await page.keyboard.press('Escape');
    }
    expect(open.complaints).toEqual([]);
  },
);

test('opens an exchange, switches a gap and adds a fault with the keyboard alone', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/production/journal' });
  const { page, simulator } = open;
  await page.getByText('No request yet').waitFor();
  await fetch(`${simulator.baseUrl}/store/orders`);
  await tabTo(page.getByRole('link', { name: 'Open exchange 1' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Exchange 1');
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Exchange 1' }).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.locator(':focus').getAttribute('aria-label'))
    .toMatch(/^Open exchange 1|^Journal/);
  await tabTo(page.getByRole('link', { name: 'Gaps', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('combobox', { name: 'cancelled-in-list' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page.getByRole('button', { name: 'Switch cancelled-in-list to remove', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('cancelled-in-list is remove from the next request on').waitFor();
  await tabTo(page.getByRole('link', { name: 'Faults', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Reset after commit, once' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Add fault', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /fault-1 reset/ }).waitFor();
  expect(open.complaints).toEqual([]);
});

test('ships an order, leaves a dialog and opens another page with the keyboard alone', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page } = open;
  await tabTo(page.getByRole('button', { name: 'Ship order 1001' }));
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /shipped 1001/ }).waitFor();
  // The button is gone, and the user still is in the table.
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Orders');
  await page.getByRole('heading', { name: 'Orders' }).focus();
  await tabTo(page.getByRole('button', { name: 'Add order' }));
  await page.keyboard.press('Space');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator(':focus').textContent()).toContain('Add order');
  await page.keyboard.press('Shift+Tab');
  await page.reload();
  await tabTo(page.getByRole('link', { name: 'Settings' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Settings');
});
