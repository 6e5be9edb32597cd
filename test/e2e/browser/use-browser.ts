import { afterAll, beforeAll } from 'vitest';
import type { Browser } from '../../../tools/browser.ts';
import { chromiumPath, openBrowser } from './open-browser.ts';

/** Starts Chromium for the tests of a file, if there is one, and closes it after them. Returns what returns it in a test. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (chromiumPath !== undefined) browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error('There is no Chromium.');
    return browser;
  };
}
