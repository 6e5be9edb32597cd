import { expect, test } from 'vitest';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';

const browser = useBrowser();

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
