import { expect, test } from 'vitest';
import { readHtml } from '../../../test/check/reports/parsers.ts';
import { brokenReport, incompleteReport, wellReport } from '../../../test/check/reports/sample-reports.ts';
import { reportWriters } from './reports.ts';

const { html: htmlReport } = reportWriters;

test.each([
  ['kept', wellReport],
  ['broken', brokenReport],
  ['incomplete', incompleteReport],
])('loads nothing and forbids it by policy when the report is %s', (_name, report) => {
  const html = htmlReport(report);
  expect(html).toContain(`content="default-src &#39;none&#39;`.replaceAll('&#39;', "'"));
  expect(html).not.toMatch(/url\(|@import/i);
});

test('is accessible: language, title, headings in order, a name for every table and column', () => {
  const elements = readHtml(htmlReport(brokenReport));
  const named = (wanted: string) => elements.filter(({ name }) => name === wanted);
  expect(named('html')[0]?.attributes.lang).toBe('en');
  expect(named('title')).toHaveLength(1);
  expect(elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [name] : []))).toEqual([
    ...['h1', 'h2', 'h3', 'h3', 'h3', 'h3'],
    ...['h2', 'h2', 'h2', 'h2'],
  ]);
  expect(named('caption')).toHaveLength(named('table').length);
  expect(named('th').filter(({ attributes }) => !['row', 'col'].includes(attributes.scope ?? ''))).toEqual(
    [],
  );
});

test('begins with the reason why it is incomplete', () => {
  const body = htmlReport(incompleteReport).split('<body>')[1] ?? '';
  expect(body.indexOf('Nothing listens at')).toBeGreaterThan(0);
  expect(body.indexOf('Nothing listens at')).toBeLessThan(body.indexOf('<h1>'));
});
