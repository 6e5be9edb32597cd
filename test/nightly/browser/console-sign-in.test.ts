import { createServer, request } from 'node:http';
import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.ts';
import { complaintsOf, openConsole, signIn, useBrowser } from '../../e2e/browser/open-console.ts';
import { openTestSimulator } from '../../support/open-test-simulator.ts';
import { serveHere } from '../../support/serve-here.ts';

const browser = useBrowser();

const token = 'a-control-token';

test('signs in with the printed link, once, and removes its code, or with the right token', async () => {
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
  await other.getByLabel('Control token').fill('another-token');
  await other.keyboard.press('Enter');
  await other.getByText('This is not the control token').waitFor();
  await other.getByLabel('Control token').fill(token);
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Orders' }).waitFor();
  expect(complaints).toEqual([]);
});

test('shows nothing after signing out, and asks for the token where the user is when the session has ended', async () => {
  await using open = await openConsole(browser(), { place: '#/production/faults' });
  const { page } = open;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await page.reload();
  await signIn(page);
  await page.getByRole('heading', { name: 'Faults' }).waitFor();
  await page.context().clearCookies();
  await page.getByText('Your session has ended.').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await signIn(page);
  await page.getByRole('heading', { name: 'Faults' }).waitFor();
});

test('works below the path of a proxy', async () => {
  const orders = [{ order: { id: 1001n }, status: 'pending' }] as const;
  await using simulator = await openTestSimulator({ orders });
  const proxy = createServer((incoming, outgoing) => {
    const path = incoming.url?.replace(/^\/sims\/seven/, '');
    const { method = '', headers } = incoming;
    const forwarded = request(`${simulator.controlUrl}${path}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await using here = await serveHere(proxy);
  const page = await browser().newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${here.origin}/sims/seven/`);
  await signIn(page);
  await page.getByRole('button', { name: 'Ship order 1001' }).click();
  await page.getByRole('row', { name: /shipped 1001/ }).waitFor();
  expect(complaints).toEqual([]);
});
