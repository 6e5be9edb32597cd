import type { ExpectedProfile } from '../contract/gaps/expected-profile.ts';
import type { ChoiceSeen } from '../contract/gaps/gap.ts';
import { observableGaps } from '../contract/gaps/gaps.ts';
import type { ObservedProfile } from '../contract/gaps/observed-profile.ts';
import { ChoiceSource } from '../simulator/environment/gaps/choices.ts';
import { isProfileName } from '../simulator/environment/profile-name.ts';
import { type ProfileFile, readProfileFile } from '../simulator/scenarios/profile-file.ts';
import { nearest } from '../text/nearest.ts';
import { isMissingFile } from '../text/text-file.ts';
import { UserError } from '../user-error.ts';

/** The profile of `--expect-profile`, and the preset that its file names. */
export type NamedProfile = ExpectedProfile & { readonly preset: string };

/** Reads the profile, or the profile file, that `--expect-profile` names. Throws a UserError. */
export async function readExpectedProfile(name: string): Promise<NamedProfile> {
  const file: ProfileFile = isProfileName(name)
    ? { profile: name, gaps: {}, observed: undefined }
    : await readNamedFile(name);
  const { profile, gaps, observed } = file;
  if (observed !== undefined)
    return { name, preset: profile, choices: gaps, observed: toObserved(observed, gaps) };
  if (profile === 'vary')
    throw new UserError({
      where: '--expect-profile',
      what: 'cannot be vary, which makes a new choice for each request',
      expected: 'least-promise, typical, a file based on one of them, or a file of --emit-profile',
    });
  const choices = new ChoiceSource({ profile, gaps, seed: '1' }).forRequest(1);
  return { name, preset: profile, choices };
}

/** Converts the observations of a file. The choice of a gap is that of the simulator, which the owner may have changed. */
function toObserved(
  { target, level, gaps }: NonNullable<ProfileFile['observed']>,
  choices: ProfileFile['gaps'],
): ObservedProfile {
  return {
    target,
    level,
    gaps: observableGaps.flatMap((gap) => {
      const row = gaps[gap];
      if (row === undefined) return [];
      const { why = 'its choice is not in the file', evidence } = row;
      const choice = choices[gap];
      const kind = row.choice === 'inconsistent' ? 'inconsistent' : 'unknown';
      const seen: ChoiceSeen = choice === undefined ? { kind, why } : { kind: 'choice', choice };
      return [
        {
          gap,
          seen,
          evidence: evidence.map(({ observed: text, shown_by: shownBy, times }) => ({
            observed: text,
            shownBy,
            times: Number(times),
          })),
        },
      ];
    }),
  };
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
