import type { CheckFlags } from '../check/check-table.ts';
import {
  type ExpectedProfile,
  keptChoices,
  observedGaps,
  withProfileDrift,
} from '../contract/gaps/observed-profile.ts';
import { profileText } from '../contract/gaps/profile-text.ts';
import type { Report } from '../contract/report.ts';
import { openReportFile, writeReportFile } from '../report/report-file.ts';
import { ChoiceSource } from '../simulator/environment/gaps/choices.ts';
import { isProfileName } from '../simulator/environment/gaps/gap.ts';
import { type ProfileFile, readProfileFile } from '../simulator/scenarios/profile-file.ts';
import { isJsonName } from '../text/yaml-file.ts';
import { UserError } from '../user-error.ts';

/** What a check does with the gaps that it observes. */
export type ProfileUse = Awaited<ReturnType<typeof readProfileFlags>>;

/** Reads `--emit-profile` and `--expect-profile`. Throws a UserError. */
export async function readProfileFlags({ emitProfile: file, expectProfile: name }: CheckFlags) {
  const expected = name === undefined ? undefined : await readExpectedProfile(name);
  if (file !== undefined) refuseName(file);
  // The profile that the file has now, if it has one.
  const before = file === undefined ? undefined : await readExpectedProfile(file).catch(() => undefined);
  if (file !== undefined) await openReportFile(file);
  return {
    /** Whether the check sends requests that only show gaps. */
    showGaps: name !== undefined || file !== undefined,
    /** Adds the drift from the expected profile to a report. */
    compare: (report: Report): Report =>
      expected === undefined ? report : withProfileDrift(report, expected),
    /**
     * Writes the observed profile. Choices of the file that this check could not see, and those of its owner, remain. Throws a
     * UserError if it cannot be written.
     */
    async write(report: Report): Promise<void> {
      if (file === undefined) return;
      const gaps = observedGaps(report);
      const what = 'was not written: the check observed nothing';
      if (gaps.length === 0)
        throw new UserError({ where: file, what, hint: 'see why the check is incomplete' });
      const base = before?.isObserved === true ? before : undefined;
      const kept = base && { preset: base.preset, choices: keptChoices(gaps, base.choices) };
      await writeReportFile(file, profileText(report, kept));
    },
  };
}

/** A profile is YAML with comments. It must be possible to read it again by its name. */
function refuseName(where: string): void {
  if (isProfileName(where))
    throw new UserError({ where, what: 'is the name of a preset', hint: `name the file ${where}.yaml` });
  if (isJsonName(where))
    throw new UserError({ where, what: 'would be read as JSON', expected: 'a name that ends in .yaml' });
}

/** The profile of `--expect-profile`, with the preset that its file names, and whether a check wrote it. */
type NamedProfile = ExpectedProfile & { readonly preset: string; readonly isObserved: boolean };

/** Reads the profile, or the profile file, that `--expect-profile` names. Throws a UserError. */
async function readExpectedProfile(name: string): Promise<NamedProfile> {
  const file: ProfileFile = isProfileName(name)
    ? { profile: name, gaps: {}, observed: undefined }
    : await readProfileFile(name);
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
