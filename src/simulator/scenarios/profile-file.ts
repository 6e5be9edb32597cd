import { readYamlFile } from '../../shared/yaml-file.ts';
import type { GapChoiceTexts } from '../environment/initial-state.ts';
import type { ProfileName } from '../environment/profile-name.ts';
import { gapChoiceTexts } from './resolve-scenario.ts';

/** The content of a profile file: a preset, and choices that override it. */
export type ProfileFile = {
  /** `least-promise` if the file names none. */
  readonly profile: ProfileName;
  readonly gaps: GapChoiceTexts;
};

/**
 * Reads a profile file (YAML or JSON): `profile`, the name of a preset, and `gaps`, choices by key. Throws a UserError
 * with every problem and its place.
 */
export async function readProfileFile(path: string): Promise<ProfileFile> {
  const { profileFileSchema } = await import('./scenario-schema.ts');
  const { profile, gaps } = await readYamlFile(path, { schema: profileFileSchema });
  return { profile: profile ?? 'least-promise', gaps: gapChoiceTexts(gaps ?? {}) };
}
