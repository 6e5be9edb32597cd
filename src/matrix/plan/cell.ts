import { operationNames } from '../../operation.ts';
import type { CellSettings } from '../../simulator/environment/cell-settings.ts';
import { type GapKey, gapKeys } from '../../simulator/environment/gaps/gaps.ts';
import type { Cell } from '../model.ts';
import { type FaultPoint, faultsOf } from './fault-points.ts';

export type Part =
  | { readonly kind: 'choice'; readonly gap: GapKey; readonly choice: string }
  | { readonly kind: 'fault'; readonly point: FaultPoint };

export const baselineCell: Cell = { gaps: {}, faults: [] };

export function isBaseline(cell: Cell): boolean {
  return partsOf(cell).length === 0;
}

/** Returns what a simulator imposes for a cell. */
export function cellSettings({ gaps, faults }: Cell): CellSettings {
  return { gaps, faults: faultsOf(faults) };
}

/** The parts of a cell in canonical order: choices in the order of the table of gaps, then fault points in the order of exchanges. */
export function partsOf(cell: Cell): readonly Part[] {
  const parts: Part[] = [];
  for (const gap of gapKeys) {
    const choice = cell.gaps[gap];
    if (choice !== undefined) parts.push({ kind: 'choice', gap, choice });
  }
  for (const point of cell.faults.toSorted(comparePoints)) parts.push({ kind: 'fault', point });
  return parts;
}

export function cellOf(parts: readonly Part[]): Cell {
  const choices = parts.flatMap((part) => (part.kind === 'choice' ? [[part.gap, part.choice]] : []));
  const faults = parts.flatMap((part) => (part.kind === 'fault' ? [part.point] : []));
  return { gaps: Object.fromEntries(choices), faults: faults.toSorted(comparePoints) };
}

export function contains(outer: Cell, inner: Cell): boolean {
  const within = gapKeys.every((gap) => inner.gaps[gap] === undefined || inner.gaps[gap] === outer.gaps[gap]);
  return (
    within && inner.faults.every((point) => outer.faults.some((other) => comparePoints(point, other) === 0))
  );
}

function comparePoints(one: FaultPoint, other: FaultPoint): number {
  const byOperation = operationNames.indexOf(one.operation) - operationNames.indexOf(other.operation);
  if (byOperation !== 0) return byOperation;
  return one.nth - other.nth || (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0);
}
