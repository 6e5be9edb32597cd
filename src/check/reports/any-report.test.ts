import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHtml, readXml, reportErrors } from '../../../test/check/reports/parsers.ts';
import { fullReport, ownFields, wellReport } from '../../../test/check/reports/sample-reports.ts';
import { anyText, inEveryText } from '../../../test/support/hostile-text.ts';
import type { Report } from '../../contract/report.ts';
import { markup } from '../../report/markup.ts';
import { type ReportFormat, reportFormats, reportWriters } from './reports.ts';

const acting = /(?!\n)\p{Cc}|[\u202a-\u202e]|\p{Surrogate}/u;

const checks: Record<ReportFormat, (written: string) => void> = {
  terminal: (written) => expect(written).not.toMatch(acting),
  json: (written) => expect(reportErrors(written)).toEqual([]),
  junit: (written) => {
    expect(written).not.toMatch(acting);
    const names = readXml(written).map(({ name }) => name);
    expect(names.filter((name) => name === 'testcase').length).toBeGreaterThanOrEqual(32);
  },
  markdown: (written) => {
    expect(written).not.toMatch(acting);
    const outsideCode = written.replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, '');
    expect(outsideCode).not.toMatch(/<|(?<!\\)!\[|(?<!\\)\]\(|[^\\]:\/\//);
  },
  html: (written) => {
    expect(written).not.toMatch(acting);
    readXml(written);
    const elements = readHtml(written);
    expect(
      elements.filter(({ name }) => ['script', 'link', 'img', 'iframe', 'a', 'base'].includes(name)),
    ).toEqual([]);
    const attributes = elements.flatMap((element) => Object.keys(element.attributes));
    expect(attributes.filter((name) => name.startsWith('on') || name === 'src' || name === 'href')).toEqual(
      [],
    );
  },
};

/** A report with hostile texts from the target. */
const anyReport: fc.Arbitrary<Report> = fc
  .tuple(fc.constantFrom(fullReport, wellReport), fc.array(anyText, { minLength: 7, maxLength: 7 }))
  .map(([report, texts]) => {
    let at = 0;
    return inEveryText(report, () => texts[at++ % texts.length] ?? '', ownFields);
  });

test.each(reportFormats)('writes any report as %s that parsers accept', async (format) => {
  await fc.assert(
    fc.asyncProperty(anyReport, async (report) => {
      checks[format](await reportWriters[format](report));
    }),
    { numRuns: 20 },
  );
});

test('the parsers notice a missing escape', () => {
  const page = (inside: string) => `<!DOCTYPE html>\n<html><head></head><body>${inside}</body></html>`;
  const text = '<script>alert(1)</script>';
  expect(readHtml(page(text)).map(({ name }) => name)).toContain('script');
  expect(readHtml(page(markup`${text}`.text)).map(({ name }) => name)).not.toContain('script');
  expect(() => readXml('<a b="&"/>')).toThrow();
  expect(() => readXml('<a>\u0001</a>')).toThrow();
  expect(readXml(markup`<a b="${'&"<\u0001\uffff'}">${'\u0001]]>'}</a>`.text)).toHaveLength(1);
});
