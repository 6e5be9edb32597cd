import { operationNames } from '../../operation.ts';
import { count } from '../../report/amounts.ts';
import type { GridRow, Line, Mark, Piece, Square } from '../../report/document.ts';
import type { Cell, FaultBehaviour, FaultPoint } from '../model.ts';
import { faultPointKind, faultPointNames, isAct } from '../plan/fault-points.ts';
import { causeId } from './cause-card.ts';
import type { MatrixReport } from './matrix-report.ts';
import { outcomeMarks, placeOf, shownCell } from './words.ts';

type Point = { readonly point: FaultPoint; readonly square: Square };

const notFired: Mark = { sign: '·', word: 'did not fire', tone: 'soft' };

/** Returns a row for each nth exchange of an operation with a square for each fault, and one for several faults in one run. */
export function faultRows(report: MatrixReport): readonly GridRow[] {
  const rows = pointsByPlace(report).map((at): GridRow => {
    const [{ point } = { point: undefined }] = at;
    const note = point === undefined ? '' : `the ${placeOf({ ...point, kind: '' })}`;
    return { name: placeName(at), note, squares: at.map(({ square }) => square) };
  });
  const several = severalFaults(report).map((behaviour) =>
    squareOf(shownCell(behaviour.cell), behaviour, report),
  );
  if (several.length === 0) return rows;
  return [...rows, { name: 'Several faults', note: 'in one run', squares: several }];
}

/** Returns a row for the faults of a place that fail, and one for those that hang. */
export function brokenFaults(report: MatrixReport): readonly (readonly Line[])[] {
  const broken = ({ mark }: Square) => mark === outcomeMarks.failed || mark === outcomeMarks.hung;
  const lineOf = ({ word, tone }: Mark, place: string, kinds: readonly string[]): readonly Line[] => [
    [{ text: tone === 'bad' ? '✘' : '!', tone }, ` ${word}`],
    place,
    kinds.join(', '),
  ];
  const places = pointsByPlace(report).flatMap((at) => {
    const squares = at.map(({ square }) => square).filter(broken);
    return [...Map.groupBy(squares, ({ mark }) => mark)].map(([mark, all]) =>
      lineOf(
        mark,
        placeName(at),
        all.map(({ name }) => name),
      ),
    );
  });
  const several = severalFaults(report)
    .map((behaviour) => squareOf(shownCell(behaviour.cell), behaviour, report))
    .filter(broken)
    .map(({ name, mark }) => lineOf(mark, name, ['together']));
  return [...places, ...several];
}

/** Returns how many cells of faults, and of actors, passed, failed, hung or did not fire. */
export function faultTotals({ result: { faults } }: MatrixReport): readonly Line[] {
  return [
    totals(
      'fault cell',
      faults.filter(({ cell }) => !isAct(cell)),
    ),
    totals(
      'actor cell',
      faults.filter(({ cell }) => isAct(cell)),
    ),
  ].flat();
}

function totals(noun: string, behaviours: readonly FaultBehaviour[]): readonly Line[] {
  if (behaviours.length === 0) return [];
  const marks = behaviours.map(markOf);
  const part = (mark: Mark, words: string): readonly Piece[] => {
    const amount = marks.filter((one) => one === mark).length;
    return amount === 0 ? [] : [', ', { text: `${amount} ${words}`, tone: mark.tone }];
  };
  const { passed, failed, hung } = outcomeMarks;
  const parts = [
    part(passed, 'pass'),
    part(failed, 'fail'),
    part(hung, 'hang'),
    part(notFired, 'did not fire'),
  ];
  return [[...parts.flat().slice(1), ` of ${count(marks.length, noun)}`]];
}

function markOf({ fired, outcome }: FaultBehaviour): Mark {
  return fired ? outcomeMarks[outcome.kind] : notFired;
}

function squareOf(name: string, behaviour: FaultBehaviour, report: MatrixReport): Square {
  const cell = shownCell(behaviour.cell);
  const cause = report.result.faultCauses.find((one) => shownCell(one.cell) === cell);
  return { name, meaning: '', mark: markOf(behaviour), to: cause && causeId(cause, report) };
}

/** Returns the runs with one fault, by place, in the order of operations. */
function pointsByPlace(report: MatrixReport): readonly (readonly Point[])[] {
  const single = report.result.faults.flatMap((behaviour): readonly Point[] => {
    const point = onlyPoint(behaviour.cell);
    return point === undefined ? [] : [{ point, square: squareOf(point.kind, behaviour, report) }];
  });
  const inOrder = single.toSorted(
    ({ point: one }, { point: other }) =>
      operationNames.indexOf(one.operation) - operationNames.indexOf(other.operation) ||
      one.nth - other.nth ||
      kindOrder(one.kind) - kindOrder(other.kind),
  );
  return [...Map.groupBy(inOrder, ({ point }) => `${point.operation}:${point.nth}`).values()];
}

function placeName([first]: readonly Point[]): string {
  return first === undefined ? '' : `${first.point.operation}:${first.point.nth}`;
}

/** Kinds are in the order of their table; those of one operation come last. */
function kindOrder(kind: string): number {
  return (
    faultPointNames.indexOf(kind) + (faultPointKind(kind)?.only === undefined ? 0 : faultPointNames.length)
  );
}

function severalFaults({ result }: MatrixReport): readonly FaultBehaviour[] {
  return result.faults.filter(({ cell }) => onlyPoint(cell) === undefined);
}

function onlyPoint({ gaps, faults }: Cell): FaultPoint | undefined {
  return faults.length === 1 && Object.keys(gaps).length === 0 ? faults[0] : undefined;
}
