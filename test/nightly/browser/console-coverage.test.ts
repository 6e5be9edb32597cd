import { expect, test } from 'vitest';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';

const browser = useBrowser();

test('the console shows what clients met, and what provokes the rest, while requests arrive', async () => {
  const orders = [{ order: { id: 1001n }, status: 'pending' }] as const;
  await using open = await openConsole(browser(), {
    simulator: { orders },
    place: '#/production/coverage',
  });
  const { page, simulator } = open;
  const cancelled = page.getByRole('row', { name: /outcomes .* cancelOrder 204/ });
  await expect
    .poll(() => cancelled.allTextContents())
    .toEqual([expect.stringContaining('not metNo test cancelled an order: the handle "pending"')]);
  const headers = { Authorization: 'Bearer test-api-key' };
  await fetch(`${simulator.baseUrl}/store/orders/1001`, { method: 'DELETE', headers });
  await expect.poll(() => cancelled.allTextContents()).toEqual(['outcomes 16 %cancelOrder 204met 1×']);
  expect(open.complaints).toEqual([]);
});
