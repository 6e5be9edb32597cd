import type { ExpectedProfile } from '../check/gaps/profile-drift.ts';
import { readProfileFile } from '../scenarios/profile-file.ts';
import { createAnswerSource } from '../simulation/gaps/answers.ts';
import { isProfileName } from '../simulation/profile-name.ts';
import { UserError } from '../user-error.ts';

/** Reads the profile of `--expect-profile`: a preset, or a file as `--profile` takes it. Throws a UserError. */
export async function readExpectedProfile(name: string): Promise<ExpectedProfile> {
  const { profile, gaps } = isProfileName(name) ? { profile: name, gaps: {} } : await readProfileFile(name);
  if (profile === 'vary')
    throw new UserError({
      where: '--expect-profile',
      what: 'vary answers anew each time: nothing can drift from it',
      expected: 'least-promise, typical or a file on top of them',
    });
  const answers = createAnswerSource({ profile, gaps, seed: '1' }).forRequest(1);
  return { name, answers };
}
