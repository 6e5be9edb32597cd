import { operationNames } from '../../operation.ts';
import { gapKeys } from '../../simulator/environment/gaps/gaps.ts';
import { readGapChoice } from '../../simulator/environment/gaps/read-choice.ts';
import { nearestHint } from '../../text/nearest.ts';
import { type Problem, UserError } from '../../user-error.ts';
import type { Cell } from '../model.ts';
import { type FaultPoint, firstPoints } from './fault-points.ts';

const baseline = 'baseline';

export const baselineCell: Cell = { gaps: {}, faults: [] };

/**
 * Returns the parts of a cell as texts (`cancelled-in-list=remove`, `cancelOrder:1:reset-after-commit`) in canonical order: choices
 * in the order of the table of gaps, then fault points in the order of exchanges.
 */
export function partsOf({ gaps, faults }: Cell): readonly string[] {
  const choices = gapKeys.flatMap((gap) => (gaps[gap] === undefined ? [] : `${gap}=${gaps[gap]}`));
  return [...choices, ...faults.toSorted(comparePoints).map(formatPoint)];
}

/**
 * Formats a cell as reports and the command line write it: two cells are equal if their texts are.
 *
 * @example formatCell({ gaps: { 'cancelled-in-list': 'remove' }, faults: [] }) // 'cancelled-in-list=remove'
 */
export function formatCell(cell: Cell): string {
  return partsOf(cell).join(' + ') || baseline;
}

export function isBaseline(cell: Cell): boolean {
  return partsOf(cell).length === 0;
}

export function contains(outer: Cell, inner: Cell): boolean {
  const parts = new Set(partsOf(outer));
  return partsOf(inner).every((part) => parts.has(part));
}

/** Returns each cell that lacks one part of a cell. */
export function withoutEach(cell: Cell): readonly Cell[] {
  const parts = partsOf(cell);
  return parts.map((left) => parseCell(parts.filter((part) => part !== left).join(' + ') || baseline));
}

/**
 * Reads a cell. Throws a `UserError` with a problem for each part that is wrong.
 *
 * @param where the place of the text: `--only`
 */
export function parseCell(text: string, where?: string): Cell {
  if (text.trim() === baseline) return baselineCell;
  const choices = new Map<string, string>();
  const faults = new Map<string, FaultPoint>();
  const problems: Problem[] = [];
  for (const piece of text.trim().split(/\s+\+\s+/)) {
    const part = readPart(piece);
    const name = part.kind === 'choice' ? part.key : piece;
    if (part.kind === 'problem') problems.push(part.problem);
    else if (choices.has(name) || faults.has(name))
      problems.push({ what: `"${name}" appears twice`, hint: 'give each part once' });
    else if (part.kind === 'choice') choices.set(part.key, part.choice);
    else faults.set(piece, part.point);
  }
  if (problems.length > 0) throw new UserError(problems.map((one) => (where ? { where, ...one } : one)));
  return { gaps: Object.fromEntries(choices), faults: [...faults.values()].toSorted(comparePoints) };
}

function readPart(text: string) {
  const equals = text.indexOf('=');
  if (equals > 0) return readGapChoice(text.slice(0, equals), text.slice(equals + 1));
  if (text.includes(':')) return readPoint(text);
  const problem: Problem = {
    what: `"${text}" is not a part of a cell`,
    expected:
      'a choice like cancelled-in-list=remove, or a fault point like cancelOrder:1:reset-after-commit',
    hint: nearestHint(text, [baseline, ...gapKeys]),
  };
  return { kind: 'problem', problem } as const;
}

function readPoint(text: string) {
  const [, operation, nth = '', kind] = /^(\w+):([1-9][0-9]{0,3}):([a-z-]+)$/.exec(text) ?? [];
  const point = firstPoints.find((one) => one.operation === operation && one.kind === kind);
  if (point !== undefined) return { kind: 'fault', point: { ...point, nth: Number(nth) } } as const;
  const problem: Problem = {
    what: `"${text}" is not a fault point`,
    expected: 'OPERATION:NTH:KIND, like cancelOrder:1:reset-after-commit',
    hint: nearestHint(text, firstPoints.map(formatPoint)),
  };
  return { kind: 'problem', problem } as const;
}

function formatPoint({ operation, nth, kind }: FaultPoint): string {
  return `${operation}:${nth}:${kind}`;
}

function comparePoints(one: FaultPoint, other: FaultPoint): number {
  const byOperation = operationNames.indexOf(one.operation) - operationNames.indexOf(other.operation);
  if (byOperation !== 0) return byOperation;
  return one.nth - other.nth || (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0);
}
