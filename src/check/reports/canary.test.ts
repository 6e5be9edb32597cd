import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brokenReport, exchange } from '../../../test/check/reports/sample-reports.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { hideInReport } from '../../contract/hide-in-report.ts';
import type { Report } from '../../contract/report.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { type ReportFormat, reportFormats, reportWriters } from './reports.ts';

const { terminal: terminalReport } = reportWriters;

const canary = 'sk_live_CANARY/7f3a9+Zq';
const base64 = Buffer.from(`user:${canary}`).toString('base64');
const echo = `${canary} ${encodeURIComponent(canary)} ${base64}`;

function echoing(number: number, coded: boolean): Exchange {
  const plain = exchange(
    number,
    { path: `/store/orders/${canary}`, query: `k=${canary}` },
    `HTTP/1.1 200 ${canary}`,
    echo,
  );
  if (plain.outcome.kind !== 'responded') return plain;
  const { response } = plain.outcome;
  return {
    ...plain,
    outcome: {
      kind: 'responded',
      response: {
        ...response,
        rawHeaders: [
          ['X-Echo', echo],
          ['Authorization', `Bearer ${canary}`],
          [`X-${canary}`, '1'],
        ],
        content: coded ? gzipSync(echo) : response.content,
        body: coded ? response.body : Buffer.from(canary),
        faults: [echo],
      },
    },
  };
}

/** A report with the key in every place that text from outside can reach. */
const leaking: Report = {
  ...brokenReport,
  target: `https://orders.example/${canary}/v1`,
  rules: brokenReport.rules.map((result) =>
    result.kind === 'not-exercised' ? { ...result, reason: echo } : result,
  ),
  findings: brokenReport.findings.map((finding) => ({
    ...finding,
    where: echo,
    expected: echo,
    got: `…${canary.slice(9)} ${echo} ${canary.slice(0, 12)}…`,
  })),
  gaps: [{ gap: 'error-codes', observed: echo, allowed: true, exchange: 1, requests: 1 }],
  notes: [echo],
  exchanges: [
    echoing(1, false),
    echoing(2, true),
    { ...exchange(3, {}, 'HTTP/1.1 200 OK'), outcome: { kind: 'failed', reason: 'reset', message: echo } },
  ],
  incomplete: { kind: 'failed', message: echo },
};

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
