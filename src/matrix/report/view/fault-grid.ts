import { operationNames } from '../../../operation.ts';
import { plainText } from '../../../report/plain-text.ts';
import type { Cell, FaultBehaviour, FaultPoint, Outcome } from '../../model.ts';
import { faultPointKind, faultPointNames } from '../../plan/fault-points.ts';
import type { MatrixReport } from '../matrix-report.ts';
import { outcomeWords, shownCell } from '../words.ts';

/** How the command behaved under one fault. */
export type FaultSquare = {
  /** One line of plain text. */
  readonly kind: string;
  readonly status: Outcome['kind'] | 'not-fired' | 'not-run';
  readonly sign: string;
  readonly word: string;
};

/** A place of faults: the nth exchange of an operation. */
export type FaultRow = {
  readonly operation: FaultPoint['operation'];
  readonly nth: number;
  /** One for each kind of the grid, in its order. */
  readonly squares: readonly FaultSquare[];
};

/** Behaviour under faults. */
export type FaultGrid = {
  /** Every kind that was run, in the order of the table of fault points. */
  readonly kinds: readonly string[];
  readonly rows: readonly FaultRow[];
  /** Cells with more than one fault. */
  readonly deeper: readonly { readonly cell: string; readonly square: FaultSquare }[];
  /** How many fault cells passed, failed, hung or did not fire. */
  readonly totals: Readonly<Record<Outcome['kind'] | 'not-fired', number>>;
};

/** Builds the grid of fault points: a row for each nth exchange of an operation, a column for each kind. */
export function viewFaults({ result }: Pick<MatrixReport, 'result'>): FaultGrid {
  const single = result.faults.flatMap((behaviour) => {
    const point = onlyPoint(behaviour.cell);
    return point === undefined ? [] : [{ point, behaviour }];
  });
  const kinds = inOrder([...new Set(single.map(({ point }) => point.kind))]);
  const places = Map.groupBy(single, ({ point }) => `${point.operation}:${point.nth}`);
  const rows = [...places.values()].flatMap((at) => {
    const [first] = at;
    if (first === undefined) return [];
    const squares = kinds.map((kind) =>
      squareOf(kind, at.find(({ point }) => point.kind === kind)?.behaviour),
    );
    return [{ operation: first.point.operation, nth: first.point.nth, squares }];
  });
  const several = result.faults.filter(({ cell }) => onlyPoint(cell) === undefined);
  const statuses = result.faults.map(statusOf);
  const amount = (wanted: FaultSquare['status']) => statuses.filter((status) => status === wanted).length;
  return {
    kinds: kinds.map(plainText),
    rows: rows.toSorted(comparePlaces),
    deeper: several.map((behaviour) => ({
      cell: shownCell(behaviour.cell),
      square: squareOf('', behaviour),
    })),
    totals: {
      passed: amount('passed'),
      failed: amount('failed'),
      hung: amount('hung'),
      'not-fired': amount('not-fired'),
    },
  };
}

/** Sorts kinds as in their table; those of one operation come last, so that the columns of all rows agree. */
function inOrder(names: readonly string[]): readonly string[] {
  const place = (name: string) =>
    faultPointNames.indexOf(name) + (faultPointKind(name)?.only === undefined ? 0 : faultPointNames.length);
  return names.toSorted((one, other) => place(one) - place(other));
}

function comparePlaces(one: FaultRow, other: FaultRow): number {
  const byOperation = operationNames.indexOf(one.operation) - operationNames.indexOf(other.operation);
  return byOperation || one.nth - other.nth;
}

function onlyPoint({ gaps, faults }: Cell): FaultPoint | undefined {
  return faults.length === 1 && Object.keys(gaps).length === 0 ? faults[0] : undefined;
}

function statusOf({ fired, outcome }: FaultBehaviour): Outcome['kind'] | 'not-fired' {
  return fired ? outcome.kind : 'not-fired';
}

function squareOf(given: string, behaviour: FaultBehaviour | undefined): FaultSquare {
  const kind = plainText(given);
  if (behaviour === undefined) return { kind, status: 'not-run', sign: '–', word: 'not run' };
  const status = statusOf(behaviour);
  if (status === 'not-fired') return { kind, status, sign: '·', word: 'did not fire' };
  return { kind, status, ...outcomeWords[status] };
}
