import { expect, test } from 'vitest';
import type { Page } from '../../../tools/browser.ts';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';

const browser = useBrowser();

const orders = [{ order: { id: 1001n }, status: 'pending' }] as const;

async function tabTo(target: ReturnType<Page['locator']>): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

async function press(target: ReturnType<Page['locator']>, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

test('opens an exchange, switches a gap and adds a fault with the keyboard alone', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/production/journal' });
  const { page, simulator } = open;
  await page.getByText('No request yet').waitFor();
  await fetch(`${simulator.baseUrl}/store/orders`);
  await press(page.getByRole('link', { name: 'Open exchange 1' }));
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Exchange 1');
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Exchange 1' }).waitFor({ state: 'detached' });
  const focus = () => page.locator(':focus').getAttribute('aria-label');
  await expect.poll(focus).toMatch(/^Open exchange 1|^Journal/);
  await press(page.getByRole('link', { name: 'Gaps', exact: true }));
  await press(page.getByRole('combobox', { name: 'cancelled-in-list' }), 'ArrowDown');
  await press(page.getByRole('button', { name: 'Switch cancelled-in-list to remove', exact: true }));
  await page.getByText('cancelled-in-list is remove from the next request on').waitFor();
  await press(page.getByRole('link', { name: 'Faults', exact: true }));
  await press(page.getByRole('button', { name: 'Reset after commit, once' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Add fault', exact: true }));
  await page.getByRole('row', { name: /fault-1 reset/ }).waitFor();
});
