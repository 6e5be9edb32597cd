import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds on a page: the rule, and the element that breaks it. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' '))))`);
}
