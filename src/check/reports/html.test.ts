import { expect, test } from 'vitest';
import { readHtml } from '../../../test/check/reports/parsers.ts';
import { brokenReport, incompleteReport } from '../../../test/check/reports/sample-reports.ts';
import { reportWriters } from './reports.ts';

const { html: htmlReport } = reportWriters;

test('has a title, a language and headings in order, loads nothing and forbids it by policy', () => {
  const html = htmlReport(brokenReport);
  expect(html).toContain(`content="default-src 'none'`);
  expect(html).not.toMatch(/url\(|@import/i);
  const elements = readHtml(html);
  const named = (wanted: RegExp) => elements.filter(({ name }) => wanted.test(name));
  expect(named(/^html$/)[0]?.attributes.lang).toBe('en');
  expect(named(/^title$/)).toHaveLength(1);
  expect(named(/^h[1-6]$/).map(({ name }) => name)).toEqual(['h1', 'h2', 'h2', 'h2', 'h2']);
});

test('begins with the reason why it is incomplete', () => {
  const body = htmlReport(incompleteReport).split('<body>')[1] ?? '';
  expect(body.indexOf('Incomplete. Nothing listens at')).toBeGreaterThan(0);
  expect(body.indexOf('Nothing listens at')).toBeLessThan(body.indexOf('<h1>'));
});
