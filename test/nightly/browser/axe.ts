import { axe, type Page } from '../../../tools/browser.ts';

/** What axe-core finds on a page outside of the elements that `exclude` selects: the rule, and the element that breaks it. */
export async function violations(page: Page, exclude: readonly string[] = []): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run({ exclude: ${JSON.stringify(exclude)} }, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' '))))`);
}
