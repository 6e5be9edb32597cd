import { describeKey } from '../../../src/contract/api-key.ts';
import type { Exchange } from '../../../src/contract/exchange.ts';
import type { Finding, Report } from '../../../src/contract/report.ts';

/** A report as lines. Requests are named by their content, because their numbers do not matter. */
export function reportLines(report: Report): readonly string[] {
  const { exchanges, findings, rules, gaps, notes, incomplete, exitCode } = report;
  const name = (number: number | undefined): string => {
    const exchange = exchanges.find((one) => one.number === number);
    return exchange === undefined ? 'no request' : inWords(exchange);
  };
  const named = (text: string): string => text.replace(/request (\d+)/g, (_all, n) => name(Number(n)));
  const lines = [
    ...findings.map((finding) => `${findingLine(finding)} (${name(finding.exchange)})`),
    ...rules.flatMap((result) => {
      if (result.kind === 'failed') return [`${result.rule} is broken ${result.findings} times`];
      return result.kind === 'passed' || result.reason.startsWith('level ')
        ? []
        : [`${result.rule} is not exercised: ${result.reason}`];
    }),
    ...gaps.map(
      ({ gap, observed, allowed, exchange }) =>
        `${gap}: ${observed}${allowed ? '' : ', which is not allowed'} (${name(exchange)})`,
    ),
    ...notes.map((note) => `note: ${note}`),
    `lists with query parameters: ${exchanges.filter(({ request }) => request.query !== '').length}`,
    `cancels: ${exchanges.flatMap(cancelIn).join(', ')}`,
    ...(incomplete === undefined ? [] : [`${incomplete.kind}: ${incomplete.message}`]),
    `exit code ${exitCode}`,
  ];
  return lines.map(named);
}

/** A finding as one line. */
export function findingLine({ rule, where, expected, got }: Finding): string {
  return `${rule}${where === undefined ? '' : ` at ${where}`}: expected ${expected}, got ${got}`;
}

function cancelIn({ request: { method, path }, outcome }: Exchange): readonly string[] {
  const came = outcome.kind === 'responded' ? outcome.response.status : outcome.reason;
  return method === 'DELETE' ? [`${path.split('/').at(-1)} ${came}`] : [];
}

function inWords({ request: { method, path, query, key }, outcome }: Exchange): string {
  const came = outcome.kind === 'responded' ? outcome.response.status : outcome.reason;
  const asked = `${method} ${path}${query === '' ? '' : '?…'}`;
  return `${asked} ${describeKey(key)}: ${came}`;
}

/** The lines that only one report has (`+`), and those that only the other one has (`-`). */
export function differences(report: Report, usual: Report): readonly string[] {
  const [lines, usually] = [reportLines(report), reportLines(usual)];
  return [
    ...lines.filter((line) => !usually.includes(line)).map((line) => `+ ${line}`),
    ...usually.filter((line) => !lines.includes(line)).map((line) => `- ${line}`),
  ];
}
