import type { ExpectedProfile } from '../checker/gaps/profile-drift.ts';
import { UserError } from '../shared/user-error.ts';
import { createChoiceSource } from '../simulator/environment/gaps/choices.ts';
import { isProfileName } from '../simulator/environment/profile-name.ts';
import { readProfileFile } from '../simulator/scenarios/profile-file.ts';

/** Reads the profile of `--expect-profile`: a preset, or a file as `--profile` takes it. Throws a UserError. */
export async function readExpectedProfile(name: string): Promise<ExpectedProfile> {
  const { profile, gaps } = isProfileName(name) ? { profile: name, gaps: {} } : await readProfileFile(name);
  if (profile === 'vary')
    throw new UserError({
      where: '--expect-profile',
      what: 'vary answers anew each time: nothing can drift from it',
      expected: 'least-promise, typical or a file on top of them',
    });
  const answers = createChoiceSource({ profile, gaps, seed: '1' }).forRequest(1);
  return { name, answers };
}
