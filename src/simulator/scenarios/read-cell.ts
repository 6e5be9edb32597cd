import * as z from 'zod';
import { cellFaultPrefix, type Fault } from '../../faults/fault.ts';
import { faultsSchema } from '../../faults/fault-schema.ts';
import { readYaml } from '../../text/yaml-file.ts';
import type { CellSettings } from '../environment/cell-settings.ts';
import { gapChoiceTexts } from './resolve-scenario.ts';
import { profileFileSchema } from './scenario-schema.ts';

const cellSchema = z.strictObject({
  gaps: profileFileSchema.shape.gaps,
  faults: faultsSchema.superRefine(requirePrefix).optional(),
});

/** A test must be able to tell the faults of a cell from its own in the journal. */
function requirePrefix(faults: readonly Fault[], context: z.RefinementCtx): void {
  for (const [at, { id }] of faults.entries())
    if (id !== undefined && !id.startsWith(cellFaultPrefix))
      context.addIssue({
        code: 'custom',
        path: [at, 'id'],
        params: {
          what: `the id ${JSON.stringify(id)} is not that of a fault of a cell`,
          expected: `a name that begins with ${cellFaultPrefix}`,
        },
      });
}

/**
 * Reads a cell of `matrix`: JSON with `gaps`, choices by key, and `faults`, as a scenario has them, with ids that
 * begin with `matrix-`. Throws a UserError with every problem and its place.
 * @example await readCell({ name: 'SIM_CELL', text: '{"gaps": {"etag": "on"}}' })
 */
export async function readCell({ name, text }: { name: string; text: string }): Promise<CellSettings> {
  const { gaps, faults } = await readYaml({ name, text, form: 'json' }, { schema: cellSchema });
  return { gaps: gapChoiceTexts(gaps ?? {}), faults: faults ?? [] };
}
