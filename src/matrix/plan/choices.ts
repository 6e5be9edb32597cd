import type { Alternative } from '../../simulator/environment/gaps/gap.ts';
import { type GapKey, gapOf } from '../../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../simulator/environment/gaps/read-choice.ts';
import type { GapChoiceTexts } from '../../simulator/environment/initial-state.ts';
import type { Cell, Reliance } from '../model.ts';
import type { Examined } from './examine.ts';
import { relianceOf, usesOf } from './reliance.ts';
import type { RunLog } from './run-log.ts';

/**
 * Returns the choices to try for a gap: the permitted ones, without those that contradict the specification (`breaks`) and
 * without that of the baseline.
 */
export function alternativesOf(key: GapKey, baseline: string): readonly Alternative[] {
  const row = gapOf(key);
  const names = row.drawn ?? Object.keys(row.choices).filter((name) => !hasParameter(name));
  const all = row.tries ?? names.map((choice) => ({ choice, alone: true }));
  return all.filter(({ choice }) => row.breaks?.[choice] === undefined && choice !== baseline);
}

/** Returns a cell for each permitted choice, first those of the gaps on which clients depend most often. */
export function choiceCells(relied: readonly Reliance[]): readonly Cell[] {
  const removes = relied.some(({ gap, choice }) => gap === 'cancelled-in-list' && choice === 'remove');
  return relied
    .filter(({ varies }) => varies)
    .toSorted((one, other) => gapOf(other.gap).weight - gapOf(one.gap).weight)
    .flatMap(({ gap, choice: own }) =>
      // Whether a list lags is seen only by the orders that leave it.
      alternativesOf(gap, own).map(({ choice }) =>
        cellWith({ ...(gap === 'list-lag' && !removes && removed), [gap]: choice }),
      ),
    );
}

const removed: GapChoiceTexts = { 'cancelled-in-list': 'remove' };

/**
 * Returns the cells that vary a choice together with a fault: for each gap on which a client relies only after a fault, such as the
 * second cancel of a lost one, the first fault that it survives and that shows it. A choice about the state also counts if it decided
 * more exchanges than without a fault.
 *
 * @param faults in the order of the plan
 */
export function crossedCells(faults: readonly Examined[], log: RunLog): readonly Cell[] {
  const known = new Set<GapKey>();
  const crossed: Cell[] = [];
  const without = mostExchanges(log);
  for (const { cell, finding } of faults) {
    const [run] = log.of(cell);
    if (finding.kind !== 'passes' || run === undefined) continue;
    for (const { gap, choice: own, exchanges, varies } of relianceOf([run])) {
      const { scope, ofList } = gapOf(gap);
      const usual = without.get(gap);
      const isNew = usual === undefined || (scope === 'state' && ofList !== true && exchanges > usual);
      if (!isNew || !varies || known.has(gap) || gap === 'list-lag') continue;
      known.add(gap);
      for (const { choice, alone } of alternativesOf(gap, own))
        if (alone) crossed.push({ gaps: { [gap]: choice }, faults: cell.faults });
    }
  }
  return crossed;
}

/** On which gaps the runs without a fault relied, and in how many exchanges of one run at most. */
function mostExchanges({ withoutFaults }: RunLog): ReadonlyMap<GapKey, number> {
  const most = new Map<GapKey, number>();
  for (const run of withoutFaults)
    for (const [gap, { exchanges }] of usesOf(run)) most.set(gap, Math.max(most.get(gap) ?? 0, exchanges));
  return most;
}

/** The choices that can matter together although a client survives each of them alone. A further pair is one row. */
const tellingPairs: readonly GapChoiceTexts[] = [
  // Only a 409 with an Error body has a code.
  { 'conflict-body': 'error', 'error-codes': 'opaque' },
  // The bytes of a list, kept by their ETag.
  { etag: 'on', 'list-compression': 'on' },
  // The order leaves the list, and the service no longer knows it.
  { 'cancelled-in-list': 'remove', 'cancel-again': 'not-found' },
  { 'cancelled-in-list': 'remove', 'cancel-again': 'no-content' },
  // An order is found by its place in the list.
  { 'cancelled-in-list': 'remove', 'list-order': 'shuffled' },
  // What a reader of orders must be prepared for.
  { 'optional-fields': 'sparse', 'extra-fields': 'some' },
  { 'optional-fields': 'null', 'extra-fields': 'some' },
  // A body is decoded by its type and its coding.
  { 'content-type': 'charset', 'list-compression': 'on' },
  // A text is no JSON, and its type says so.
  { 'conflict-body': 'text', 'content-type': 'charset' },
  // A 401 is told from others by its header or by its code.
  { 'www-authenticate': 'none', 'error-codes': 'opaque' },
];

/** Returns the pairs of choices that a cell can make, neither of which is that of the baseline. */
export function pairCells(relied: readonly Reliance[], passes: (choice: Cell) => boolean): readonly Cell[] {
  const isOpen = ([key, choice]: readonly [string, string]): boolean => {
    const row = relied.find(({ gap }) => gap === key);
    return row?.varies === true && row.choice !== choice && passes(cellWith({ [key]: choice }));
  };
  return tellingPairs.filter((pair) => Object.entries(pair).every(isOpen)).map(cellWith);
}

function cellWith(gaps: GapChoiceTexts): Cell {
  return { gaps, faults: [] };
}
