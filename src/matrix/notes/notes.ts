import type { ClientNote, EndedRun } from '../model.ts';
import { isBaseline } from '../plan/cell.ts';
import { formatCell } from '../plan/cell-text.ts';
import { disturbancesOf } from './disturbance.ts';
import { noteRules } from './note-rules.ts';

/**
 * Returns what the exchanges of all runs show without an assertion of the tests: each kind of note once for each cell, in
 * the order of the runs. Requests that the tests send without a fault as well are never taken for repetitions.
 */
export function notesOf(runs: readonly EndedRun[]): readonly ClientNote[] {
  const baseline = runs.find(({ run, outcome }) => isBaseline(run.cell) && outcome.kind === 'passed');
  if (baseline === undefined) return [];
  const notes = new Map<string, ClientNote>();
  for (const run of runs) {
    if (run.run.cell.faults.length === 0) continue;
    for (const disturbance of disturbancesOf(run, baseline))
      for (const [kind, exchangesFor] of Object.entries(noteRules)) {
        const exchanges = exchangesFor(disturbance);
        const key = `${kind} ${formatCell(run.run.cell)}`;
        if (exchanges === undefined || notes.has(key)) continue;
        notes.set(key, { kind: kind as ClientNote['kind'], cell: run.run.cell, exchanges });
      }
  }
  return [...notes.values()];
}
