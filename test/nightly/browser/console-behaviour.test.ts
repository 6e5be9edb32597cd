import { expect, test } from 'vitest';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';

const browser = useBrowser();

const int64 = 9_223_372_036_854_775_807n;
const orders = [
  { order: { id: 1001n }, status: 'pending' },
  { order: { id: int64 }, status: 'pending' },
] as const;
const headers = { Authorization: 'Bearer test-api-key' };

test('switches a gap to a choice with a number, which stays with another profile, and leaves it to the profile', async () => {
  await using open = await openConsole(browser(), { place: '#/production/gaps' });
  const { page } = open;
  const lag = page.getByRole('listitem').filter({ has: page.getByLabel('list-lag') });
  await lag.getByRole('combobox', { name: 'list-lag' }).selectOption('after-N-ms');
  await lag.getByLabel('N of after-N-ms').fill('200');
  await lag.getByRole('button', { name: 'Switch list-lag to after-200-ms', exact: true }).click();
  await lag.getByText('overrides the profile').waitFor();
  await page.getByRole('checkbox', { name: 'Only those that differ from the default' }).check();
  await expect.poll(() => page.getByRole('list', { name: 'Gaps' }).getByRole('heading').count()).toBe(1);
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('typical');
  await page.getByRole('button', { name: 'Use profile typical', exact: true }).click();
  await page.getByText('production has the profile typical').waitFor();
  await lag.getByText('Now after-200-ms').waitFor();
  await lag.getByRole('button', { name: 'Leave to the profile: list-lag', exact: true }).click();
  await lag.waitFor({ state: 'detached' });
});

test('adds a fault with two clicks, shows that it fired, and says why another is wrong', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const place = '#/production/faults';
  await using open = await openConsole(browser(), { simulator: { orders }, place, context });
  const { page, simulator } = open;
  await page.getByRole('button', { name: 'Reset after commit, once' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a fault to production' });
  await dialog.getByText('Resets the connection (RST) instead of responding.').waitFor();
  await dialog.getByRole('button', { name: 'Copy as curl: Add the fault reset' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
    `-d '{"kind":"reset","when":"after-commit","operation":"cancelOrder","times":1}'`,
  );
  await dialog.getByRole('button', { name: 'Add fault', exact: true }).click();
  await page.getByRole('row', { name: /reset, when after-commit cancelOrder, once not yet armed/ }).waitFor();
  const lost = fetch(`${simulator.baseUrl}/store/orders/${int64}`, { method: 'DELETE', headers });
  await expect(lost).rejects.toThrow();
  await page.getByRole('row', { name: /once, of 1 matching ended/ }).waitFor();
  await page.getByRole('button', { name: 'Delete the fault fault-1' }).click();
  await page.getByText('No faults').waitFor();
  await page.getByRole('button', { name: 'Add fault', exact: true }).click();
  await dialog.getByLabel('Delay, its form').selectOption('min, max');
  await dialog.getByLabel('Delay: min').fill('1s');
  await dialog.getByLabel('Delay: max').fill('20ms');
  await dialog.getByLabel('Order id').fill(String(int64));
  const submit = dialog.getByRole('button', { name: 'Add fault', exact: true });
  await submit.click();
  await dialog.getByRole('alert').filter({ hasText: 'a range runs backwards' }).waitFor();
  await dialog.getByLabel('Delay: min').fill('10ms');
  await submit.click();
  const row = `latency, delay min 10 max 20 ms every operation, order ${int64}`;
  await page.getByRole('row', { name: row }).waitFor();
});

test('shows who waits at a hold, how long it stays open, and decides who wins', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/production/holds' });
  const { page, simulator } = open;
  await page.getByRole('button', { name: 'Open hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a hold in production' });
  await dialog.getByLabel('Id', { exact: true }).fill('race');
  await dialog.getByLabel('Timeout').fill('60s');
  await dialog.getByLabel('Order id').fill(String(int64));
  await dialog.getByRole('button', { name: 'Open hold', exact: true }).click();
  const left = page.getByRole('timer', { name: 'Time until race closes' });
  await expect.poll(() => left.textContent()).toMatch(/^[1-5]\d of 60 s$/);
  const waiting = page.getByRole('list', { name: 'Waiting at race' }).getByRole('listitem');
  const url = `${simulator.baseUrl}/store/orders/${int64}`;
  const cancels = [];
  for (const count of [1, 2, 3]) {
    cancels.push(fetch(url, { method: 'DELETE', headers }));
    await expect.poll(() => waiting.count()).toBe(count);
  }
  expect((await waiting.allTextContents())[2]).toContain(`Exchange 3 cancels order ${int64}`);
  await page.getByRole('button', { name: 'Release exchange 2 from race', exact: true }).click();
  await expect.poll(() => waiting.count()).toBe(2);
  await page.getByRole('button', { name: 'Release all from race and close it', exact: true }).click();
  await page.getByText('committed in this order: 1, 3').waitFor();
  await page.getByText('No holds').waitFor();
  expect((await Promise.all(cancels)).map(({ status }) => status)).toEqual([409, 204, 409]);
});
