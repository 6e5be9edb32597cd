import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.ts';
import { complaintsOf, openConsole, signIn } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { openTestSimulator } from '../../support/open-test-simulator.ts';

const browser = useBrowser();

const token = 'a-control-token';

test('signs in with the printed link, once, and removes its code', async () => {
  await using simulator = await startSimulator({ port: 0, controlPort: 0, controlToken: token });
  const page = await browser().newPage();
  const complaints = complaintsOf(page);
  await page.goto(simulator.consoleUrl ?? '');
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  expect(page.url()).not.toContain('code');
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.reload();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  const other = await (await browser().newContext()).newPage();
  await other.goto(simulator.consoleUrl ?? '');
  await other.getByText('This link was used before').waitFor();
  await other.getByLabel('Control token').fill(token);
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Orders' }).waitFor();
  expect(complaints).toEqual([]);
});

test('says that a token is wrong, and accepts the right one', async () => {
  await using simulator = await openTestSimulator();
  const page = await browser().newPage();
  await page.goto(simulator.controlUrl);
  const field = page.getByLabel('Control token');
  await field.fill('another-token');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await signIn(page);
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
});

test('signs out, and then shows nothing without the token', async () => {
  await using open = await openConsole(browser(), { place: '#/production/faults' });
  const { page } = open;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await page.reload();
  await page.getByLabel('Control token').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
});

test('asks for the token where the user is when the session has ended', async () => {
  await using open = await openConsole(browser(), { place: '#/production/faults' });
  const { page } = open;
  await page.getByRole('heading', { name: 'Faults' }).waitFor();
  await page.context().clearCookies();
  await page.getByText('Your session has ended.').waitFor();
  await signIn(page);
  await page.getByRole('heading', { name: 'Faults' }).waitFor();
});
