import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matrixReportWriters } from '../../../src/matrix/report/reports.ts';
import { useBrowser, violations } from '../../e2e/browser/open-console.ts';
import { dependentMatrix } from '../../matrix/report/sample-matrix.ts';
import { newFolder } from '../../support/new-folder.ts';

const browser = useBrowser();

test.each([
  [360, 'light'],
  [360, 'dark'],
  [1100, 'light'],
  [1100, 'dark'],
] as const)('the page of a matrix fits and is legible: %i px, %s', async (width, colorScheme) => {
  const file = join(newFolder(), 'matrix.html');
  await writeFile(file, matrixReportWriters.html(dependentMatrix));
  const page = await browser().newPage({ viewport: { width, height: 800 }, colorScheme });
  const seen: string[] = [];
  page.on('console', (message) => void seen.push(message.text()));
  page.on('pageerror', (error) => void seen.push(error.message));
  page.on('request', (request) => void seen.push(request.url()));
  await page.goto(`file://${file}`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  expect((await violations(page)).filter((one) => one.startsWith('color-contrast'))).toEqual([]);
  expect(seen).toEqual([`file://${file}`]);
  await page.close();
});
