import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.ts';
import { complaintsOf, useBrowser } from './open-console.ts';

const browser = useBrowser();

test('the first minute: orders, a 401 and a 404 explained, a gap, a fault and a reset', async () => {
  await using simulator = await startSimulator({ port: 0, controlPort: 0, scenario: 'mixed' });
  const page = await browser().newPage();
  const complaints = complaintsOf(page);
  await page.goto(simulator.consoleUrl ?? '');
  await page.getByRole('row', { name: /pending 48250918/ }).waitFor();

  const headers = { Authorization: 'Bearer test-api-key' };
  const orders = `${simulator.baseUrl}/store/orders`;
  const cancel = (id: number) => fetch(`${orders}/${id}`, { method: 'DELETE', headers });
  await page.getByRole('link', { name: 'Journal', exact: true }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await fetch(orders);
  await cancel(48259999);
  await page.getByRole('row', { name: /401/ }).getByRole('link').first().click();
  await page.getByText(/401: /).waitFor();
  await page.getByRole('row', { name: /404/ }).getByRole('link').first().click();
  await page.getByText('404: no order has the id 48259999').waitFor();

  await page.getByRole('link', { name: 'Gaps', exact: true }).click();
  await page.getByRole('combobox', { name: 'conflict-body' }).selectOption('error');
  await page.getByRole('button', { name: 'Switch conflict-body to error', exact: true }).click();
  await page.getByText('conflict-body is error from the next request on').waitFor();
  await page.getByRole('link', { name: 'Faults', exact: true }).click();
  await page.getByRole('button', { name: 'Reset after commit, once' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await page.getByRole('table', { name: 'Faults' }).getByText('reset').waitFor();
  await expect(cancel(48250918)).rejects.toThrow();

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('row', { name: /cancelled 48250918/ }).waitFor();
  await page.getByRole('button', { name: 'Reset production', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByRole('row', { name: /pending 48250918/ }).waitFor();
  expect(complaints).toEqual([]);
});
