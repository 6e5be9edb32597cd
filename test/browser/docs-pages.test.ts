import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { serveHere } from '../helpers/serve-here.ts';
import { violations } from './axe.ts';
import { layoutFaults } from './layout-faults.ts';
import { chromiumPath } from './open-browser.ts';
import { useBrowser } from './use-browser.ts';

// `npm run docs` builds the site; `.ci/run` does so before these tests.
const site = fileURLToPath(new URL('docs/.vitepress/dist/', packageRoot));
const pages = ['', 'start/', 'guides/checking', 'reference/control-api', 'languages/java'];

// VitePress makes a button of each heading in the sidebar, with a link in it, and names the field of the search twice.
const ofVitePress = ['.VPSidebarItem > .item[role=button]', '.DocSearch-Button'];

const browser = useBrowser();

test.skipIf(chromiumPath === undefined || !existsSync(site)).each([
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const)(
  'on the pages of the documentation nothing overlaps or is cut off, and axe-core finds nothing, %s, %i px wide',
  async (colorScheme, width) => {
    const app = express().use(express.static(site, { extensions: ['html'] }));
    await using served = await serveHere(createServer(app));
    await using page = await browser().newPage({ colorScheme, viewport: { width, height: 844 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => void complaints.push(error.message));
    for (const path of pages) {
      await page.goto(`${served.origin}/${path}`, { waitUntil: 'networkidle' });
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect([path, await page.evaluate(layoutFaults), await violations(page, ofVitePress)]).toEqual([
        path,
        [],
        [],
      ]);
    }
    expect(complaints).toEqual([]);
  },
);
