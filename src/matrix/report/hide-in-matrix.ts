import type { Secrets } from '../../secrets/secrets.ts';
import type { MatrixReport } from './matrix-report.ts';

/**
 * Hides secrets in a whole report: names of tests come from outside, and a command may contain a key. Call it for every
 * report that leaves the process.
 */
export function hideInMatrix(report: MatrixReport, secrets: Secrets): MatrixReport {
  // No report shows the records of a run.
  const runs = report.result.runs.map((run) => ({ ...run, records: [] }));
  return secrets.hideIn({ ...report, result: { ...report.result, runs } });
}
