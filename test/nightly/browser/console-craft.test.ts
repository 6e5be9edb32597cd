import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificate } from '../../../src/http/tls.ts';
import { complaintsOf, openConsole, signIn } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';
import { openPrefixProxy } from './prefix-proxy.ts';

const browser = useBrowser();

const orders = [
  { order: { id: 1001n, petId: 7n }, status: 'pending' },
  { order: { id: 1002n }, status: 'shipped' },
  { order: { id: 1003n }, status: 'cancelled' },
] as const;

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
