import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fullReport, ownFields } from '../../../test/check/reports/sample-reports.ts';
import { aResponse } from '../../../test/contract/a-response.ts';
import { inEveryText } from '../../../test/support/hostile-text.ts';
import { hideInReport } from '../../contract/hide-in-report.ts';
import type { Report } from '../../contract/report.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { type ReportFormat, reportFormats, reportWriters } from './reports.ts';

const { terminal: terminalReport } = reportWriters;

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

const write = (format: ReportFormat, report: Report) =>
  format === 'terminal' ? terminalReport(report, { colour: true }) : reportWriters[format](report);

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
