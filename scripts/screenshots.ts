/**
 * Takes the pictures of the console for docs/: `npm run screenshots`. It starts a simulator, sends it requests, and opens its
 * console in Chromium (`CHROMIUM`, or where Linux has it).
 */
import { fileURLToPath } from 'node:url';
import { startSimulator } from '../src/index.ts';
import { openBrowser } from '../test/e2e/browser/open-browser.ts';
import { freePort } from '../test/support/serve-here.ts';

/** Among the guides, so that the package has the pictures of its pages. */
const images = fileURLToPath(new URL('../docs/guides/images/', import.meta.url));

/** The picture of each page: its name, and the place in the console. */
const pictures = {
  'console-orders': '#/production/orders',
  // The cancel of an order that does not exist.
  'console-journal': '#/production/journal/4',
};

/** Sends what a client would: lists, a cancel, one more of the same order, a wrong id, a request without a key. */
async function sendRequests(port: number): Promise<void> {
  const headers = { Authorization: 'Bearer test-api-key' };
  const orders = `http://127.0.0.1:${port}/v1/store/orders`;
  await fetch(orders, { headers });
  await fetch(`${orders}/48250918`, { method: 'DELETE', headers });
  await fetch(`${orders}/48250918`, { method: 'DELETE', headers });
  await fetch(`${orders}/48259999`, { method: 'DELETE', headers });
  await fetch(orders);
}

const port = await freePort();
await using simulator = await startSimulator({
  port,
  controlPort: 0,
  scenario: 'mixed',
  // What users have, whatever is free here.
  publicUrl: 'http://localhost:4010',
});
await sendRequests(port);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
await page.goto(simulator.consoleUrl ?? '');
await page.getByText('Live', { exact: true }).waitFor();
for (const [name, place] of Object.entries(pictures)) {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: `${images}${name}.png` });
}
await browser.close();
