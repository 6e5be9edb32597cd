import { z } from 'zod';
import { writeReportFile } from '../../report/report-file.ts';
import type { DataIssue } from '../../text/data-issue.ts';
import { isJsonName, readYamlFile } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import type { Cause } from '../model.ts';
import { formatCell, parseCell } from '../plan/cell-text.ts';
import type { AcceptedCause } from '../report/matrix-report.ts';

const text = (expected: string) =>
  z.string().refine((given) => given.trim() !== '', { params: { expected } });
const file = z.strictObject({
  accepted: z.array(
    z.strictObject({
      cell: text('a cell such as cancelled-in-list=remove'),
      reason: text('why it is accepted'),
    }),
  ),
});

/**
 * Reads the file of `--baseline`: YAML or JSON with a list `accepted` of cells and reasons. The cells are returned in
 * canonical form. Throws a UserError with every problem and its place.
 */
export async function readAcceptedCauses(path: string): Promise<readonly AcceptedCause[]> {
  const { accepted } = await readYamlFile(path, { schema: file, check: findCellIssues });
  return accepted.map(({ cell, reason }) => ({ cell: formatCell(parseCell(cell)), reason }));
}

function findCellIssues(data: unknown): readonly DataIssue[] {
  const entries: unknown = Reflect.get(Object(data), 'accepted');
  if (!Array.isArray(entries)) return [];
  const seen = new Set<string>();
  return entries.flatMap((entry: unknown, index): readonly DataIssue[] => {
    const cell: unknown = Reflect.get(Object(entry), 'cell');
    if (typeof cell !== 'string' || cell.trim() === '') return [];
    const path = ['accepted', index, 'cell'];
    try {
      const name = formatCell(parseCell(cell));
      if (seen.has(name)) return [{ path, what: `accepts ${name} again`, expected: 'each cell once' }];
      seen.add(name);
      return [];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.problems.map(({ what, expected, hint }) => ({
        path,
        what: `is no cell: ${what}`,
        ...(expected !== undefined && { expected }),
        ...(hint !== undefined && { hint }),
      }));
    }
  });
}

/** Returns a sentence for each accepted cell that was not found any more. */
export function vanishedCauses(
  accepted: readonly AcceptedCause[],
  causes: readonly Cause[],
): readonly string[] {
  const found = new Set(causes.map(({ cell }) => formatCell(cell)));
  return accepted
    .filter(({ cell }) => !found.has(cell))
    .map(({ cell }) => `The baseline accepts ${cell}, which was not found any more: remove the entry.`);
}

const newReason = 'Accepted by --update-baseline: say here why.';

/** Writes the file of `--baseline` with the given causes. A cell that was accepted before keeps its reason. */
export async function writeAcceptedCauses(
  path: string,
  causes: readonly Cause[],
  before: readonly AcceptedCause[],
): Promise<void> {
  const reasons = new Map(before.map(({ cell, reason }) => [cell, reason]));
  const accepted = [...new Set(causes.map(({ cell }) => formatCell(cell)))].map((cell) => ({
    cell,
    reason: reasons.get(cell) ?? newReason,
  }));
  if (isJsonName(path)) return writeReportFile(path, `${JSON.stringify({ accepted }, null, 2)}\n`);
  const { stringify } = await import('yaml');
  const head = '# Dependences that store-orders-sim matrix accepts; --update-baseline writes this file.\n';
  await writeReportFile(path, head + stringify({ accepted }, { lineWidth: 0 }));
}
