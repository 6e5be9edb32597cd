import { z } from 'zod';
import { writeReportFile } from '../../report/report-file.ts';
import { isJsonName, readYamlFile } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import type { Cause } from '../model.ts';
import { formatCell, parseCell } from '../plan/cell-text.ts';
import type { AcceptedCause } from '../report/matrix-report.ts';

const text = (expected: string) =>
  z.string().refine((given) => given.trim() !== '', { params: { expected } });

/** A cell in canonical form. */
const cell = text('a cell such as cancelled-in-list=remove').transform((given, context) => {
  try {
    return formatCell(parseCell(given));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const { what, ...words } of error.problems)
      context.addIssue({ code: 'custom', params: { ...words, what: `is no cell: ${what}` } });
    return z.NEVER;
  }
});

const file = z.strictObject({
  accepted: z
    .array(z.strictObject({ cell, reason: text('why it is accepted') }))
    .superRefine((entries, context) => {
      const seen = new Set<string>();
      for (const [index, entry] of entries.entries()) {
        const params = { what: `accepts ${entry.cell} again`, expected: 'each cell once' };
        if (seen.has(entry.cell)) context.addIssue({ code: 'custom', path: [index, 'cell'], params });
        seen.add(entry.cell);
      }
    }),
});

/**
 * Reads the file of `--baseline`: YAML or JSON with a list `accepted` of cells and reasons. Throws a UserError with every
 * problem and its place.
 */
export async function readAcceptedCauses(path: string): Promise<readonly AcceptedCause[]> {
  return (await readYamlFile(path, { schema: file })).accepted;
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
