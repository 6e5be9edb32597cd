import * as z from 'zod';
import { faultsSchema } from '../../faults/fault-schema.ts';
import { readYaml } from '../../text/yaml-file.ts';
import type { CellSettings } from '../environment/cell-settings.ts';
import { gapChoiceTexts } from './resolve-scenario.ts';
import { profileFileSchema } from './scenario-schema.ts';

const cellSchema = z.strictObject({
  gaps: profileFileSchema.shape.gaps,
  faults: faultsSchema.optional(),
});

/**
 * Reads a cell of `matrix`: JSON with `gaps`, choices by key, and `faults`, as a scenario has them. Throws a UserError with every problem and its place.
 * @example await readCell({ name: 'SIM_CELL', text: '{"gaps": {"etag": "on"}}' })
 */
export async function readCell({ name, text }: { name: string; text: string }): Promise<CellSettings> {
  const { gaps, faults } = await readYaml({ name, text, form: 'json' }, { schema: cellSchema });
  return { gaps: gapChoiceTexts(gaps ?? {}), faults: faults ?? [] };
}
