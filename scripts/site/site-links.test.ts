import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { linksOf } from '../markdown-links.ts';
import { siteLink, sitePages, sitePath } from './site-links.ts';

const pages = new Set([
  'docs/index.md',
  'docs/guides/ci.md',
  'docs/reference/gaps.md',
  'SECURITY.md',
  'examples/README.md',
  'examples/clients/README.md',
]);

test.each([
  ['docs/index.md', 'index.md'],
  ['docs/guides/ci.md', 'guides/ci.md'],
  ['SECURITY.md', 'SECURITY.md'],
  ['examples/clients/README.md', 'examples/clients/index.md'],
])('%s is %s on the site', (file, path) => {
  expect(sitePath(file)).toBe(path);
});

test.each([
  ['../reference/gaps.md', { kind: 'page', href: '/reference/gaps.md' }],
  ['../reference/gaps.md#cancel-again', { kind: 'page', href: '/reference/gaps.md#cancel-again' }],
  ['../../SECURITY.md', { kind: 'page', href: '/SECURITY.md' }],
  ['../../examples/README.md', { kind: 'page', href: '/examples/index.md' }],
  ['../../examples/clients', { kind: 'page', href: '/examples/clients/index.md' }],
  ['../../action.yml', { kind: 'file', path: 'action.yml', href: '/files/action.yml.txt' }],
  ['#here', undefined],
  ['https://x.example/a.md', undefined],
])('a link of docs/guides/ci.md to %s', (link, becomes) => {
  expect(siteLink('docs/guides/ci.md', link, pages)).toEqual(becomes);
});

test.each(['gone.md', '../../README.md', '../../openapi', '../../openapi/', '../../../docs/index.md'])(
  'refuses %s',
  (link) => {
    expect(() => siteLink('docs/guides/ci.md', link, pages)).toThrow(`docs/guides/ci.md links ${link}`);
  },
);

test.each([...sitePages()])('the site can show every link of %s', (page) => {
  const links = linksOf(readFileSync(new URL(page, packageRoot), 'utf8'));
  expect(() => links.map((link) => siteLink(page, link, sitePages()))).not.toThrow();
});
