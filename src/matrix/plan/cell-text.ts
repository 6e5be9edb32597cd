import { operationNames } from '../../operation.ts';
import { gapKeys } from '../../simulator/environment/gaps/gaps.ts';
import { readGapChoice } from '../../simulator/environment/gaps/read-choice.ts';
import { nearestHint } from '../../text/nearest.ts';
import { type Problem, UserError } from '../../user-error.ts';
import type { Cell } from '../model.ts';
import { cellOf, type Part, partsOf } from './cell.ts';
import { type FaultPoint, faultPointNames, faultPoints } from './fault-points.ts';

const baseline = 'baseline';

/**
 * Formats a cell as reports and the command line write it, its parts in canonical order: two cells are equal if their texts
 * are.
 *
 * @example formatCell({ gaps: { 'cancelled-in-list': 'remove' }, faults: [] }) // 'cancelled-in-list=remove'
 */
export function formatCell(cell: Cell): string {
  const texts = partsOf(cell).map(formatPart);
  return texts.length === 0 ? baseline : texts.join(' + ');
}

/** Formats a part of a cell: `cancelled-in-list=remove`, `cancelOrder:1:reset-after-commit`. */
export function formatPart(part: Part): string {
  if (part.kind === 'choice') return `${part.gap}=${part.choice}`;
  return `${part.point.operation}:${part.point.nth}:${part.point.kind}`;
}

/**
 * Reads a cell. Throws a `UserError` with a problem for each part that is wrong.
 *
 * @param where the place of the text: `--only`
 */
export function parseCell(text: string, where?: string): Cell {
  if (text.trim() === baseline) return { gaps: {}, faults: [] };
  const parts: Part[] = [];
  const problems: Problem[] = [];
  const taken = new Set<string>();
  for (const piece of text.trim().split(/\s+\+\s+/)) {
    const read = readPart(piece);
    if (!('part' in read)) problems.push(read);
    else {
      const name = read.part.kind === 'choice' ? read.part.gap : piece;
      if (taken.has(name)) problems.push({ what: `"${name}" appears twice`, hint: 'give each part once' });
      taken.add(name);
      parts.push(read.part);
    }
  }
  if (problems.length > 0)
    throw new UserError(where === undefined ? problems : problems.map((problem) => ({ where, ...problem })));
  return cellOf(parts);
}

function readPart(text: string): { readonly part: Part } | Problem {
  const equals = text.indexOf('=');
  if (equals > 0) return readChoice(text.slice(0, equals), text.slice(equals + 1));
  if (text.includes(':')) return readPoint(text);
  return {
    what: `"${text}" is not a part of a cell`,
    expected:
      'a choice like cancelled-in-list=remove, or a fault point like cancelOrder:1:reset-after-commit',
    hint: nearestHint(text, [baseline, ...gapKeys]),
  };
}

function readChoice(key: string, choice: string): { readonly part: Part } | Problem {
  const reading = readGapChoice(key, choice);
  if (reading.kind === 'problem') return reading.problem;
  return { part: { kind: 'choice', gap: reading.key, choice: reading.choice } };
}

function readPoint(text: string): { readonly part: Part } | Problem {
  const [, operation, nth = '', kind] = /^(\w+):([1-9][0-9]{0,3}):([a-z-]+)$/.exec(text) ?? [];
  const point = firstPoints.find((one) => one.operation === operation && one.kind === kind);
  if (point !== undefined) return { part: { kind: 'fault', point: { ...point, nth: Number(nth) } } };
  return {
    what: `"${text}" is not a fault point`,
    expected: 'OPERATION:NTH:KIND, like cancelOrder:1:reset-after-commit',
    hint: nearestHint(
      text,
      firstPoints.map((one) => formatPart({ kind: 'fault', point: one })),
    ),
  };
}

/** Every fault point that disturbs the first exchange of an operation. */
const firstPoints: readonly FaultPoint[] = operationNames.flatMap((operation) =>
  faultPointNames
    .filter((kind) => [undefined, operation].includes(faultPoints[kind].only))
    .map((kind) => ({ operation, nth: 1, kind })),
);
