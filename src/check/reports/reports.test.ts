import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHtml, readXml, reportErrors } from '../../../test/check/reports/parsers.ts';
import { fullReport, ownFields, wellReport } from '../../../test/check/reports/sample-reports.ts';
import { aResponse } from '../../../test/contract/a-response.ts';
import { anyText, inEveryText } from '../../../test/support/hostile-text.ts';
import { hideInReport } from '../../contract/hide-in-report.ts';
import type { Report } from '../../contract/report.ts';
import { markup } from '../../report/markup.ts';
import { createSecrets } from '../../secrets/secrets.ts';
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

const canary = 'sk_live_CANARY/7f3a9+Zq';
const base64 = Buffer.from(`user:${canary}`).toString('base64');
const echo = `${canary} ${encodeURIComponent(canary)} ${base64}`;

/** A report with the key in every place that text from outside can reach. */
const leaking = inEveryText(
  fullReport,
  () => `${echo} …${canary.slice(9)} ${canary.slice(0, 12)}…`,
  ownFields,
);

/** Whether a form of the key is in the text, or in the base64 bodies of a JSON report. */
function leaks(written: string): boolean {
  const decoded = (written.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((text) =>
    Buffer.from(text, 'base64').toString('latin1'),
  );
  const seen = [written, ...decoded].join('\n');
  return /canary/i.test(seen) || seen.includes(base64.slice(8, -4));
}

const write = (format: ReportFormat, report: Report) => reportWriters[format](report, { colour: true });

test.each(reportFormats)(
  'a %s report contains no form of the key, wherever a response echoed it',
  async (format) => {
    expect(leaks(await write(format, leaking))).toBe(true);
    expect(leaks(await write(format, hideInReport(leaking, createSecrets([canary]))))).toBe(false);
  },
);

test('a report has no compressed content in which the key cannot be found', () => {
  const [exchange] = fullReport.exchanges;
  if (exchange === undefined) throw new Error('the sample has no exchange');
  const response = aResponse(gzipSync(canary), { body: Buffer.from(canary) });
  const exchanges = [{ ...exchange, outcome: { kind: 'responded' as const, response } }];
  const [hidden] = hideInReport({ ...fullReport, exchanges }, createSecrets([canary])).exchanges;
  const content = Buffer.from('[redacted]');
  expect(hidden?.outcome).toMatchObject({ response: { content, body: content } });
});
