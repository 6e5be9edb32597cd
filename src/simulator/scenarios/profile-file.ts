import { readYaml, readYamlFile } from '../../text/yaml-file.ts';
import type { CellSettings } from '../environment/initial-state.ts';
import { gapChoiceTexts } from './resolve-scenario.ts';

export type ProfileFile = Awaited<ReturnType<typeof readProfileFile>>;

/**
 * Reads a profile file (YAML or JSON): `profile`, the name of a preset, `gaps`, choices by key, and perhaps `observed`, what
 * `check --emit-profile` saw. Without a preset, it is `least-promise`. Throws a UserError with every problem and its place.
 */
export async function readProfileFile(path: string) {
  const { observedProfileFileSchema } = await import('./scenario-schema.ts');
  const { profile, gaps, observed } = await readYamlFile(path, { schema: observedProfileFileSchema });
  return { profile: profile ?? ('least-promise' as const), gaps: gapChoiceTexts(gaps ?? {}), observed };
}

/**
 * Reads a cell of `matrix`: JSON with `gaps` and `faults`. Throws a UserError with every problem and its place.
 *
 * @example await readCell({ name: 'SIM_CELL', text: '{"gaps": {"etag": "on"}}' })
 */
export async function readCell({ name, text }: { name: string; text: string }): Promise<CellSettings> {
  const { cellSchema } = await import('./scenario-schema.ts');
  const { gaps, faults } = await readYaml({ name, text, form: 'json' }, { schema: cellSchema });
  return { gaps: gapChoiceTexts(gaps ?? {}), faults: faults ?? [] };
}
