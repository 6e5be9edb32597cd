import { expect, test } from 'vitest';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';

const browser = useBrowser();

const context = { permissions: ['clipboard-read', 'clipboard-write'] };
const copied = 'navigator.clipboard.readText()';

test('creates an environment whose base URL and keys work, and deletes it', async () => {
  await using open = await openConsole(browser(), { place: '#/environments', context });
  const { page, simulator } = open;
  await page.getByRole('button', { name: 'Create environment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an environment' });
  await dialog.getByLabel('Name').fill('cart');
  await dialog.getByLabel('Scenario').selectOption('pending');
  await dialog.getByText('One pending order').waitFor();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  await page.getByRole('button', { name: 'Copy the base URL of cart' }).click();
  const url = await page.evaluate<string>(copied);
  await page.getByRole('button', { name: 'Copy the API key of cart' }).click();
  const key = await page.evaluate<string>(copied);
  const list = (base: string, key: string) =>
    fetch(`${base}/store/orders`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await (await list(url, key)).json()).toMatchObject([{ id: 48210013 }]);
  await page.getByRole('link', { name: 'Environments' }).click();
  await page.getByRole('button', { name: 'Delete environment cart' }).click();
  await page.getByText('Environment cart was deleted').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  await page.getByRole('button', { name: 'Add key to staging' }).click();
  await page.getByRole('button', { name: 'Copy the API key of staging' }).click();
  const added = await page.evaluate<string>(copied);
  expect((await list(simulator.stagingBaseUrl, added)).status).toBe(200);
});

test('shows the settings with their sources, and finds one', async () => {
  const setting = (key: string, value: string, source: string) => ({
    ...{ key, flag: `--${key}`, variable: `SIM_${key.toUpperCase()}`, description: '' },
    ...{ value, source },
  });
  const settings = () => [setting('journal', '77', '--journal'), setting('seed', '1', 'default')];
  await using open = await openConsole(browser(), { simulator: { settings }, place: '#/settings' });
  const { page } = open;
  await page.getByRole('row', { name: /--seed SIM_SEED 1 default/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Name or description contains' }).fill('journal');
  await page.getByRole('row', { name: /--journal SIM_JOURNAL 77 --journal/ }).waitFor();
  expect(await page.getByRole('row', { name: /--seed/ }).count()).toBe(0);
});
