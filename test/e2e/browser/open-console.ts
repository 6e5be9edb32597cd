import { afterAll, beforeAll, expect } from 'vitest';
import { loadOnce } from '../../../src/load-once.ts';
import { readConsoleFiles } from '../../../src/simulator/control-api/console/console-files.ts';
import { axe, type Browser, type BrowserContextOptions, type Page } from '../../../tools/browser.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulatorOptions,
} from '../../support/open-test-simulator.ts';
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

type ConsoleOptions = {
  readonly simulator?: TestSimulatorOptions;
  readonly context?: BrowserContextOptions;
  /** The page to open first: `#/settings`. */
  readonly place?: string;
};

/** Built once for all tests of a file. */
const consoleFiles = loadOnce(readConsoleFiles);

/** Opens the console of a new simulator and signs in with the token. At its end, the browser must not have complained. */
export async function openConsole(browser: Browser, options: ConsoleOptions = {}) {
  const simulator = await openTestSimulator({ consoleFiles, ...options.simulator });
  const context = await browser.newContext(options.context ?? {});
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${simulator.controlUrl}/${options.place ?? ''}`);
  await signIn(page);
  return {
    page,
    simulator,
    async [Symbol.asyncDispose]() {
      expect(complaints).toEqual([]);
      await context.close();
      await simulator.stop(0);
    },
  };
}

/** Fills in the form of the token. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Control token').fill(controlToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
}

/** Collects what the browser complains about, such as violations of the policy, except responses 4xx. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isRefusal = message.text().includes('responded with a status of 4');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** What axe-core finds on a page: the rule, and the element that breaks it. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' '))))`);
}
