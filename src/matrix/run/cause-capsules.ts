import { writeReportFile } from '../../report/report-file.ts';
import type { Cause, EndedRun, MatrixResult } from '../model.ts';
import { formatCell } from '../plan/cell-text.ts';
import { differencesOf } from '../plan/differences.ts';
import { faultId } from '../plan/fault-points.ts';
import { exchangesOf } from '../plan/reliance.ts';
import { causesOf } from '../plan/result.ts';
import { type RunLimits, type RunPlan, runCell } from './run-cell.ts';

/**
 * Runs each cause once more and writes the capsule of the environment in which its first difference is: the first one to
 * `file`, the others to files with a number. Returns a sentence for each cause.
 */
export async function writeCauseCapsules(
  file: string,
  result: MatrixResult,
  plan: RunPlan,
  limits: RunLimits,
): Promise<readonly string[]> {
  const baseline = result.runs.filter(({ run }) => run.purpose === 'baseline');
  const sentences: string[] = [];
  let written = 0;
  for (const cause of causesOf(result)) {
    if (limits.signal.aborted) break;
    const text = await capsuleOf(cause, baseline, plan, limits);
    const name = formatCell(cause.cell);
    if (text === undefined) sentences.push(`There is no capsule of ${name}: its run could not be repeated.`);
    else {
      const numbered = numberedFile(file, ++written);
      await writeReportFile(numbered, text);
      sentences.push(`The capsule of ${name} is ${numbered}.`);
    }
  }
  return sentences;
}

async function capsuleOf(
  { cell }: Cause,
  baseline: readonly EndedRun[],
  plan: RunPlan,
  limits: RunLimits,
): Promise<string | undefined> {
  const { outcome, records, ms } = await runCell(plan, cell, { ...limits, capsules: true });
  if (outcome === 'interrupted' || outcome.kind === 'passed') return undefined;
  const run: EndedRun = { run: { id: 0, purpose: 'with', cell }, outcome, records, ms, cached: false };
  const faults = cell.faults.map(faultId);
  const exchanges = exchangesOf(run);
  const place =
    differencesOf(baseline, run).find(({ failing }) => failing !== undefined)?.failing ??
    exchanges.find((one) => one.faults.some((id) => faults.includes(id))) ??
    exchanges[0];
  for (const record of records)
    if (
      record.kind === 'capsule' &&
      record.environment === place?.environment &&
      record.state === place.state
    )
      return record.text;
  return undefined;
}

/** `capsule.json`, `capsule-2.json`, … */
function numberedFile(file: string, number: number): string {
  return number === 1 ? file : file.replace(/(\.[^./\\]*)?$/, `-${number}$1`);
}
