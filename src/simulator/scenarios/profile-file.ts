import { readYamlFile } from '../../text/yaml-file.ts';
import type { GapChoiceTexts } from '../environment/initial-state.ts';
import type { ProfileName } from '../environment/profile-name.ts';
import type { ObservedSection } from './profile-schema.ts';
import { gapChoiceTexts } from './resolve-scenario.ts';

/** The content of a profile file: a preset, and choices that override it. */
export type ProfileFile = {
  /** `least-promise` if the file names none. */
  readonly profile: ProfileName;
  readonly gaps: GapChoiceTexts;
  /** Where the choices come from, in a file of `check --emit-profile`. */
  readonly observed: ObservedSection | undefined;
};

/**
 * Reads a profile file (YAML or JSON): `profile`, the name of a preset, `gaps`, choices by key, and perhaps `observed`, what
 * `check --emit-profile` saw. Throws a UserError with every problem and its place.
 */
export async function readProfileFile(path: string): Promise<ProfileFile> {
  const { observedProfileFileSchema } = await import('./profile-schema.ts');
  const { profile, gaps, observed } = await readYamlFile(path, { schema: observedProfileFileSchema });
  return { profile: profile ?? 'least-promise', gaps: gapChoiceTexts(gaps ?? {}), observed };
}
