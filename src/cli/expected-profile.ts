import type { ExpectedProfile } from '../contract/gaps/observed-profile.ts';
import { ChoiceSource } from '../simulator/environment/gaps/choices.ts';
import { isProfileName } from '../simulator/environment/profile-name.ts';
import { type ProfileFile, readProfileFile } from '../simulator/scenarios/profile-file.ts';
import { nearest } from '../text/nearest.ts';
import { isMissingFile } from '../text/text-file.ts';
import { UserError } from '../user-error.ts';

/** The profile of `--expect-profile`, with the preset that its file names, and whether a check wrote it. */
export type NamedProfile = ExpectedProfile & { readonly preset: string; readonly isObserved: boolean };

/** Reads the profile, or the profile file, that `--expect-profile` names. Throws a UserError. */
export async function readExpectedProfile(name: string): Promise<NamedProfile> {
  const file: ProfileFile = isProfileName(name)
    ? { profile: name, gaps: {}, observed: undefined }
    : await readNamedFile(name);
  const { profile, gaps, observed } = file;
  if (observed !== undefined) return { name, preset: profile, choices: gaps, isObserved: true };
  if (profile === 'vary')
    throw new UserError({
      where: '--expect-profile',
      what: 'cannot be vary, which makes a new choice for each request',
      expected: 'least-promise, typical, a file based on one of them, or a file of --emit-profile',
    });
  const choices = new ChoiceSource({ profile, gaps, seed: '1' }).forRequest(1);
  return { name, preset: profile, choices, isObserved: false };
}

/** Reads a profile file. If there is none, the name may be a misspelled preset. */
async function readNamedFile(name: string): Promise<ProfileFile> {
  try {
    return await readProfileFile(name);
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    const near = nearest(name, ['least-promise', 'typical']);
    throw new UserError({
      where: '--expect-profile',
      what: `"${name}" is neither a profile nor a file that exists`,
      expected: 'least-promise, typical, or a file',
      ...(near === undefined ? {} : { hint: `did you mean "${near}"?` }),
    });
  }
}
