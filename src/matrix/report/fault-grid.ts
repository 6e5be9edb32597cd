import { operationNames } from '../../operation.ts';
import { count } from '../../report/amounts.ts';
import type { GridRow, Line, Mark, Piece, Square } from '../../report/document.ts';
import type { Cell, FaultBehaviour } from '../model.ts';
import {
  type FaultPoint,
  type FaultPointName,
  faultPointNames,
  faultPoints,
  isAct,
} from '../plan/fault-points.ts';
import { causeId } from './cause-card.ts';
import type { MatrixReport } from './matrix-report.ts';
import { outcomeMarks, placeOf, shownCell } from './words.ts';

const notFired: Mark = { sign: '·', word: 'did not fire', tone: 'soft' };

const several = 'Several faults';

/** Returns a row for each nth exchange of an operation with a square for each fault, and one for several faults in one run. */
export function faultRows(report: MatrixReport): readonly GridRow[] {
  const all = report.result.faults.map((behaviour) => ({ behaviour, point: onlyPoint(behaviour.cell) }));
  const single = all.flatMap(({ behaviour, point }) => (point === undefined ? [] : [{ behaviour, point }]));
  const sorted = single.toSorted((one, other) => compare(one.point, other.point));
  const places = Map.groupBy(sorted, ({ point }) => `${point.operation}:${point.nth}`);
  const rows = [...places].map(([name, at]): GridRow => {
    const [note = ''] = at.map(({ point }) => placeOf(point));
    return { name, note, squares: at.map(({ behaviour, point }) => squareOf(point.kind, behaviour, report)) };
  });
  const others = all
    .filter(({ point }) => point === undefined)
    .map(({ behaviour }) => squareOf(shownCell(behaviour.cell), behaviour, report));
  return others.length === 0 ? rows : [...rows, { name: several, note: 'in one run', squares: others }];
}

/** Returns a row for the faults of a place that fail, and one for those that hang. */
export function brokenFaults(report: MatrixReport): readonly (readonly Line[])[] {
  const lineOf = ({ word, tone }: Mark, place: string, kinds: string): readonly Line[] => [
    [{ text: tone === 'bad' ? '✘' : '!', tone }, ` ${word}`],
    place,
    kinds,
  ];
  return faultRows(report).flatMap(({ name: place, squares }) => {
    const broken = squares.filter(({ mark }) => mark === outcomeMarks.failed || mark === outcomeMarks.hung);
    if (place === several) return broken.map(({ name, mark }) => lineOf(mark, name, 'together'));
    const byMark = [...Map.groupBy(broken, ({ mark }) => mark)];
    return byMark.map(([mark, all]) => lineOf(mark, place, all.map(({ name }) => name).join(', ')));
  });
}

/** Returns how many cells of faults, and of actors, passed, failed, hung or did not fire. */
export function faultTotals({ result: { faults } }: MatrixReport): readonly Line[] {
  return ['fault cell', 'actor cell'].flatMap((noun) =>
    totals(
      noun,
      faults.filter(({ cell }) => isAct(cell) === (noun === 'actor cell')),
    ),
  );
}

function totals(noun: string, behaviours: readonly FaultBehaviour[]): readonly Line[] {
  if (behaviours.length === 0) return [];
  const { passed, failed, hung } = outcomeMarks;
  const words = [
    [passed, 'pass'],
    [failed, 'fail'],
    [hung, 'hang'],
    [notFired, 'did not fire'],
  ] as const;
  const parts = words.flatMap(([mark, word]): readonly Piece[] => {
    const amount = behaviours.filter((one) => markOf(one) === mark).length;
    return amount === 0 ? [] : [', ', { text: `${amount} ${word}`, tone: mark.tone }];
  });
  return [[...parts.slice(1), ` of ${count(behaviours.length, noun)}`]];
}

function markOf({ fired, outcome }: FaultBehaviour): Mark {
  return fired ? outcomeMarks[outcome.kind] : notFired;
}

function squareOf(name: string, behaviour: FaultBehaviour, report: MatrixReport): Square {
  const cell = shownCell(behaviour.cell);
  const cause = report.result.faultCauses.find((one) => shownCell(one.cell) === cell);
  return { name, meaning: '', mark: markOf(behaviour), to: cause && causeId(cause, report) };
}

function compare(one: FaultPoint, other: FaultPoint): number {
  const byOperation = operationNames.indexOf(one.operation) - operationNames.indexOf(other.operation);
  return byOperation || one.nth - other.nth || kindOrder(one.kind) - kindOrder(other.kind);
}

/** Kinds are in the order of their table; those of one operation come last. */
function kindOrder(kind: FaultPointName): number {
  return faultPointNames.indexOf(kind) + (faultPoints[kind].only === undefined ? 0 : faultPointNames.length);
}

function onlyPoint({ gaps, faults }: Cell): FaultPoint | undefined {
  return faults.length === 1 && Object.keys(gaps).length === 0 ? faults[0] : undefined;
}
