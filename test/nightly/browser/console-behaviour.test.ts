import { expect, test } from 'vitest';
import { openConsole, useBrowser } from '../../e2e/browser/open-console.ts';
import { controlToken } from '../../support/open-test-simulator.ts';

const browser = useBrowser();

const int64 = 9_223_372_036_854_775_807n;
const orders = [
  { order: { id: 1001n }, status: 'pending' },
  { order: { id: int64, petId: -int64 }, status: 'pending' },
] as const;
const headers = { Authorization: 'Bearer test-api-key' };
const context = { permissions: ['clipboard-read', 'clipboard-write'] };
const copied = 'navigator.clipboard.readText()';

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
  const place = '#/production/faults';
  await using open = await openConsole(browser(), { simulator: { orders }, place, context });
  const { page, simulator } = open;
  await page.getByRole('button', { name: 'Reset after commit, once' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a fault to production' });
  await dialog.getByText('Resets the connection (RST) instead of responding.').waitFor();
  await dialog.getByRole('button', { name: 'Copy as curl: Add the fault reset' }).click();
  expect(await page.evaluate(copied)).toContain(
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

test('ships an order with every digit, and shows one that a client cancels without being asked', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page, simulator } = open;
  await page.getByRole('button', { name: `Ship order ${int64}` }).click();
  await page.getByText(`Order ${int64} has shipped`).waitFor();
  const url = `${simulator.controlUrl}/environments/production/orders`;
  const authorized = { Authorization: `Bearer ${controlToken}` };
  const text = await (await fetch(url, { headers: authorized })).text();
  expect(text.replace(/\s/g, '')).toContain(`{"id":${int64},"petId":${-int64},"status":"shipped"}`);
  await fetch(`${simulator.baseUrl}/store/orders/1001`, { method: 'DELETE', headers });
  await page.getByRole('row', { name: /cancelled 1001/ }).waitFor();
  await page.getByRole('button', { name: 'Add order' }).click();
  await page.getByRole('dialog').getByLabel('Order id').fill(`${-int64}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add order', exact: true }).click();
  await page.getByRole('row', { name: `pending ${-int64}` }).waitFor();
});

test('finds orders by their status and the beginning of their id', async () => {
  await using open = await openConsole(browser(), { simulator: { orders } });
  const { page } = open;
  await page.getByRole('button', { name: 'Cancel order 1001' }).click();
  await page.getByRole('searchbox', { name: 'Order id begins with' }).fill('100');
  await page.getByRole('button', { name: /^cancelled/ }).click();
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([expect.any(String), expect.stringContaining('1001')]);
  expect(new URL(page.url()).hash).toBe('#/production/orders?status=cancelled&id=100');
  await page.getByRole('searchbox', { name: 'Order id begins with' }).fill('5');
  await page.getByText('No order matches').waitFor();
});

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
