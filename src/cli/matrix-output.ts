import type { EndedRun } from '../matrix/model.ts';
import { formatCell } from '../matrix/plan/cell-text.ts';
import type { RunCache } from '../matrix/run/cache/run-cache.ts';
import { lastLines } from '../matrix/run/kept-output.ts';
import type { MatrixFlags } from './matrix-flags.ts';

/** A baseline that fails ends the matrix, so that its reason must be visible. */
const baselineLines = 20;

/** Returns the output of a run to print, or undefined: all of it by `--show-output`, the end of a failing baseline always. */
export function outputText(
  { run, outcome }: EndedRun,
  output: string | undefined,
  show: MatrixFlags['showOutput'] = 'none',
): string | undefined {
  if (output === undefined) return undefined;
  const failed = outcome.kind !== 'passed';
  const title = `--- run ${run.id}, ${formatCell(run.cell)}: ${outcome.kind === 'failed' ? outcome.exit : outcome.kind} ---`;
  if (show === 'all' || (show === 'failed' && failed)) return `${title}\n${ended(output)}`;
  if (failed && run.purpose === 'baseline') return `${title}\n${ended(lastLines(output, baselineLines))}`;
  return undefined;
}

function ended(output: string): string {
  return output === '' ? '(no output)\n' : output.endsWith('\n') ? output : `${output}\n`;
}

export function cacheRemarks(cache: RunCache | undefined, runs: readonly EndedRun[]): readonly string[] {
  if (cache === undefined) return [];
  const known = runs.filter(({ cached }) => cached).length;
  const executed = runs.length - known;
  const kept = `${known} of ${runs.length} runs are from an earlier matrix`;
  if (executed === 0 && known > 0)
    return [`${kept}: no input has changed, so nothing was run.`, ...cache.notes()];
  const why = cache.changed ?? 'the earlier matrix did not run them';
  return [`${kept}, and ${executed} were run: ${why}.`, ...cache.notes()];
}
