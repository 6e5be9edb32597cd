import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrixReportWriters } from '../../../src/matrix/report/reports.ts';
import type { Browser, Page } from '../../../tools/browser.ts';
import { chromiumPath, openBrowser } from '../../e2e/browser/open-browser.ts';
import { dependentMatrix } from '../../matrix/report/sample-matrix.ts';

const { html: matrixHtmlReport } = matrixReportWriters;

let browser: Browser | undefined;
let folder = '';
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  browser = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), 'matrix-report-'));
  await writeFile(join(folder, 'matrix.html'), matrixHtmlReport(dependentMatrix));
});
afterAll(async () => {
  await browser?.close();
  if (folder !== '') await rm(folder, { recursive: true });
});

type Look = { readonly width: number; readonly colorScheme: 'light' | 'dark' };

async function openReport({ width, colorScheme }: Look): Promise<{ page: Page; seen: string[] }> {
  const page = await browser?.newPage({ viewport: { width, height: 800 }, colorScheme });
  if (page === undefined) throw new Error('no browser');
  const seen: string[] = [];
  page.on('console', (message) => void seen.push(message.text()));
  page.on('pageerror', (error) => void seen.push(error.message));
  page.on('request', (request) => void seen.push(request.url()));
  await page.goto(`file://${folder}/matrix.html`);
  return { page, seen };
}

/** Runs in the page: the texts whose contrast to what is behind them is below 4.5 to 1. */
const faintTexts = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const texts = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''));
  return texts.flatMap((element) => {
    const one = light(rgba(getComputedStyle(element).color));
    const other = light(behind(element));
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return contrast < 4.5 ? [contrast.toFixed(2) + ' ' + element.className + ' ' + element.textContent.slice(0, 40)] : [];
  });
})()`;

test.each<Look>([
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1100, colorScheme: 'light' },
  { width: 1100, colorScheme: 'dark' },
])('the page of a matrix fits and is legible: $width px, $colorScheme', async (look) => {
  const { page, seen } = await openReport(look);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.width);
  expect(await page.evaluate(faintTexts)).toEqual([]);
  expect(seen).toEqual([`file://${folder}/matrix.html`]);
  await page.close();
});
