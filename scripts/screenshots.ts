/**
 * Takes the pictures of the console for README.md and docs/: `npm run screenshots [-- --if-changed]`. It starts a simulator,
 * sends it requests, and opens its console in Chromium (`CHROMIUM`, or where Linux has it).
 *
 * With `--if-changed`, it does so only if the console is not the one of the pictures. It compares the names of the files of
 * the console, which contain hashes, and not the pixels: those depend on the fonts of the machine.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Simulator, startSimulator } from '../src/index.ts';
import { openBrowser } from '../test/e2e/browser/open-browser.ts';
import { freePort } from '../test/support/free-port.ts';
import type { Browser } from '../tools/browser.ts';
import { buildConsole } from './build-console.ts';

/** Among the guides, so that the package has the pictures of its pages. */
const images = fileURLToPath(new URL('../docs/guides/images/', import.meta.url));
const taken = `${images}console.json`;

/** The picture of each page: its name, the place in the console, and whether it is dark. */
const pictures = [
  { name: 'console-orders', place: '#/production/orders', colorScheme: 'light' },
  // The cancel of an order that does not exist.
  { name: 'console-journal', place: '#/production/journal/4', colorScheme: 'light' },
] as const;

/** Returns the names of the files of the console, as its manifest has them. */
async function builtConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-'));
  try {
    await buildConsole(folder);
    return await readFile(join(folder, 'manifest.json'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

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

async function takePictures(browser: Browser, simulator: Simulator): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(simulator.consoleUrl ?? '');
  await page.getByText('Live', { exact: true }).waitFor();
  for (const { name, place, colorScheme } of pictures) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
    await page.screenshot({ path: `${images}${name}.png` });
  }
}

const manifest = await builtConsole();
const before = await readFile(taken, 'utf8').catch(() => undefined);
if (before === manifest && process.argv.includes('--if-changed')) {
  console.log('docs/guides/images/ shows the console as it is');
} else {
  const port = await freePort();
  await using simulator = await startSimulator({
    port,
    controlPort: 0,
    scenario: 'mixed',
    // What users have, whatever is free here.
    publicUrl: 'http://localhost:4010',
  });
  const browser = await openBrowser();
  await sendRequests(port);
  await takePictures(browser, simulator);
  await browser.close();
  await writeFile(taken, manifest);
  console.log(`took ${pictures.length} pictures`);
}
