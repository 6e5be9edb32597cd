import { afterAll, beforeAll } from 'vitest';
import type { Browser } from '../../../tools/browser.ts';
import { openBrowser } from './open-browser.ts';

/** Starts Chromium for the tests of a file, and closes it after them. Returns what returns it in a test. */
export function useBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  return () => browser;
}
