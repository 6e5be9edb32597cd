import type { Cell } from '../../src/matrix/model.ts';
import { faultPoints, firstPoints } from '../../src/matrix/plan/fault-points.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../src/simulator/environment/gaps/read-choice.ts';

/** The choices with a parameter that the bench tries. */
const parameters: Readonly<Record<string, string>> = {
  'after-N-ms': 'after-86400000-ms',
  'after-N-reads': 'after-2-reads',
  'map:…': 'map:order_not_found=E404',
  'since:…': 'since:2026-01-01',
  'sunset:…': 'sunset:2026-01-01..2099-06-30',
  'gone:…': 'gone:2026-01-01..2026-06-30',
};

/** A cell for each choice of each gap that is not the default, also for those that contradict the specification. */
export const choiceCells: readonly Cell[] = gaps.flatMap((gap) =>
  Object.keys(gap.choices)
    .filter((name) => name !== gap.default)
    .map((name) => ({
      gaps: { [gap.key]: hasParameter(name) ? (parameters[name] ?? name) : name },
      faults: [],
    })),
);

/** A cell for each two choices of different gaps. */
export const pairCells: readonly Cell[] = choiceCells.flatMap((one, at) =>
  choiceCells
    .slice(at + 1)
    .filter((other) => Object.keys(other.gaps)[0] !== Object.keys(one.gaps)[0])
    .map((other) => ({ gaps: { ...one.gaps, ...other.gaps }, faults: [] })),
);

/** A cell for each fault point, up to the third exchange. */
export const faultCells: readonly Cell[] = firstPoints
  .filter(({ kind }) => !faultPoints[kind].actor)
  .flatMap((point) => [1, 2, 3].map((nth) => ({ gaps: {}, faults: [{ ...point, nth }] })));

/** Whether a cell contains a cause. */
export function containsCause(cell: string, cause: string): boolean {
  const parts = cell.split(' + ');
  return cause.split(' + ').every((part) => parts.includes(part));
}
