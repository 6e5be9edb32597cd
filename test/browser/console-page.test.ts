import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSimulator } from '../helpers/open-test-simulator.ts';
import { chromiumPath, openBrowser } from './open-browser.ts';

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await openBrowser();
});
afterAll(() => browser?.close());

test.skipIf(chromiumPath === undefined)('a browser shows the start page with its style', async () => {
  await using simulator = await openTestSimulator();
  const page = await browser?.newPage();
  if (page === undefined) throw new Error('no browser');
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(message.text()));
  page.on('pageerror', (error) => void complaints.push(error.message));
  const response = await page.goto(`${simulator.controlUrl}/`);
  expect(response?.status()).toBe(200);
  expect(await page.locator('code').first().textContent()).toBe(simulator.baseUrl);
  const width = await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth');
  expect([width, complaints.filter((text) => !text.includes('favicon'))]).toEqual(['800px', []]);
});
