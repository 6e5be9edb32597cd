import { duration } from '../../report/amounts.ts';
import { plainText, shorten } from '../../report/plain-text.ts';
import { type GapKey, gapOf } from '../../simulator/environment/gaps/gaps.ts';
import { tableChoice } from '../../simulator/environment/gaps/read-choice.ts';
import type { Cell, ClientNote, EndedRun, Outcome } from '../model.ts';
import { formatCell } from '../plan/cell.ts';
import { type FaultPoint, faultPoints } from '../plan/fault-points.ts';

/** Returns a cell as one line of plain text. The choices of some gaps contain text of the user. */
export function shownCell(cell: Cell): string {
  return plainText(formatCell(cell));
}

/** Returns the command that prints how a client stops depending on a gap, or ends a habit that a note names. */
export function fixCommand(section: string): string {
  return `store-orders-sim gaps explain ${section}`;
}

/** What a client does, as a clause that follows "it". */
export const noteSentences: Readonly<Record<ClientNote['kind'], string>> = {
  'repeats-cancel-blindly':
    'repeats a cancel whose outcome it does not know, without a look at the list: a 404 or 409 may then mean success',
  'gives-up-after-reset': 'gives up after one reset, although the request can be repeated',
  'ignores-retry-after': 'sends again before the time that Retry-After names',
  'retries-without-pause': 'repeats requests without a pause',
  'repeats-refused-cancel':
    'sends a cancel again that was refused with a 409 or 404, which no repetition changes',
  'repeats-refused-key': 'sends a request again with the same key that got a 401',
  'no-timeout': 'waits for a response without a time-out',
};

/** Returns what a client relies on if it needs this choice: `the list shows a cancel after 200 milliseconds`. */
export function reliedOnSentence(gap: GapKey, choice: string): string {
  return ofChoice(gapOf(gap).reliesOn, gap, choice) || `${gap} is ${choice}`;
}

/** Returns what a choice means: `after 2 more lists`. Empty if the table does not have it. */
export function choiceMeaning(gap: GapKey, choice: string): string {
  return ofChoice(gapOf(gap).choices, gap, choice);
}

function ofChoice(texts: Readonly<Record<string, string>>, gap: GapKey, choice: string): string {
  const text = texts[tableChoice(gap, choice) ?? ''] ?? '';
  const amount = /^after-(\d+)-/.exec(choice)?.[1];
  return amount === undefined ? text : text.replace(/\bN\b/, amount);
}

const ordinals = ['first', 'second', 'third'];

/** Returns a fault point as a clause that completes "fails if": `the first cancelOrder that takes effect meets slow`. */
export function faultClause(point: FaultPoint): string {
  const only = faultPoints[point.kind].counts === 'commits' ? ' that takes effect' : '';
  const place = ordinals[point.nth - 1] ?? `${point.nth}th`;
  return `the ${place} ${point.operation}${only} meets ${point.kind}`;
}

/** Returns an outcome with its detail: `fails with exit code 1`, `hangs: ended after 30.0 s`. */
export function outcomeClause(outcome: Outcome): string {
  if (outcome.kind === 'passed') return 'passes';
  if (outcome.kind === 'failed') return `fails with ${plainText(outcome.exit)}`;
  return `hangs: ended after ${duration(outcome.afterMs)}`;
}

export function showTest(name: string): string {
  return shorten(plainText(name), 200);
}

export type RunsOfCell = ReturnType<typeof runsByCell>[number];

export function runsByCell(runs: readonly EndedRun[]) {
  const groups = Map.groupBy(runs, ({ run }) => shownCell(run.cell));
  return [...groups].flatMap(([text, all]) =>
    all.slice(0, 1).map(({ run }) => ({ text, cell: run.cell, runs: all })),
  );
}
