import {
  type ObservedProfile,
  observableGaps,
  observedProfile,
  withEarlier,
} from '../checker/gaps/observed-profile.ts';
import { type ExpectedProfile, withProfileDrift } from '../checker/gaps/profile-drift.ts';
import { profileText } from '../checker/gaps/profile-text.ts';
import type { Report } from '../checker/report.ts';
import { formatDuration } from '../shared/duration.ts';
import { nearest } from '../shared/nearest.ts';
import { openReportFile, writeReportFile } from '../shared/report/report-file.ts';
import { UserError } from '../shared/user-error.ts';
import { createChoiceSource } from '../simulator/environment/gaps/choices.ts';
import { isProfileName } from '../simulator/environment/profile-name.ts';
import { type ProfileFile, readProfileFile } from '../simulator/scenarios/profile-file.ts';
import type { CheckFlags } from './check-flags.ts';

/** What a check does with the gaps that it observes. */
export type ProfileUse = {
  /** Whether the check sends requests that only show gaps. */
  readonly showGaps: boolean;
  /** Adds the drift from the expected profile to a report. */
  compare(report: Report): Report;
  /** Writes the observed profile. Throws a UserError if it cannot be written. */
  write(report: Report): Promise<void>;
};

/** Reads `--emit-profile`, `--expect-profile`, `--max-age` and `--update`. Throws a UserError. `now` is in milliseconds since 1970. */
export async function readProfileFlags(flags: CheckFlags, now: number): Promise<ProfileUse> {
  const { emitProfile, expectProfile: name, maxAge, update } = flags;
  const expected = name === undefined ? undefined : await readExpected(name);
  const earlier = expected?.observed;
  const dependent = { '--max-age': maxAge, '--update': update === true ? name : undefined };
  for (const [where, given] of Object.entries(dependent))
    if (given !== undefined && earlier === undefined)
      throw new UserError({
        where,
        what: 'needs the date and the observations of an observed profile',
        expected: '--expect-profile FILE with a file of --emit-profile',
      });
  const files = [emitProfile, update === true ? name : undefined].filter((file) => file !== undefined);
  for (const file of files) await openReportFile(file);
  return {
    showGaps: name !== undefined || emitProfile !== undefined,
    compare(report) {
      if (expected === undefined) return report;
      const compared = withProfileDrift(report, expected);
      const accepted =
        update === true && compared.exitCode === 4 ? { ...compared, exitCode: 0 as const } : compared;
      return maxAge === undefined || update === true
        ? accepted
        : withAge(accepted, expected, { maxAge, now });
    },
    async write(report) {
      if (files.length === 0) return;
      const profile = observedProfile(report);
      if (profile.gaps.length === 0) throw nothingObserved(files.join(' and '));
      for (const file of files)
        await writeReportFile(
          file,
          profileText(file === name && earlier !== undefined ? withEarlier(profile, earlier) : profile),
        );
    },
  };
}

function nothingObserved(where: string): UserError {
  const what = 'was not written: the check observed nothing';
  return new UserError({ where, what, hint: 'see why the check is incomplete' });
}

/** An old profile proves nothing about today: exit code 4. */
function withAge(
  report: Report,
  { name, observed }: ExpectedProfile,
  { maxAge, now }: { readonly maxAge: number; readonly now: number },
): Report {
  const age = now - Date.parse(observed?.at ?? '');
  if (age <= maxAge) return report;
  const days = Math.floor(age / 86_400_000);
  const note = `Profile ${name} is ${days} days old, and --max-age is ${formatDuration(maxAge)}: write it anew with --update.`;
  return { ...report, notes: [...report.notes, note], exitCode: report.exitCode === 0 ? 4 : report.exitCode };
}

async function readExpected(name: string): Promise<ExpectedProfile> {
  const file: ProfileFile = isProfileName(name)
    ? { profile: name, gaps: {}, observed: undefined }
    : await readNamedFile(name);
  const { profile, gaps, observed } = file;
  if (observed !== undefined) return { name, choices: gaps, observed: toObserved(observed) };
  if (profile === 'vary')
    throw new UserError({
      where: '--expect-profile',
      what: 'cannot be vary, which makes a new choice for each request',
      expected: 'least-promise, typical, a file based on one of them, or a file of --emit-profile',
    });
  return { name, choices: createChoiceSource({ profile, gaps, seed: '1' }).forRequest(1) };
}

/** Converts the observations of a file. */
function toObserved({ target, level, at, gaps }: NonNullable<ProfileFile['observed']>): ObservedProfile {
  return {
    target,
    level,
    at,
    gaps: observableGaps.flatMap((gap) => {
      const row = gaps[gap];
      if (row === undefined) return [];
      const { choice, why = '', evidence } = row;
      const seen =
        choice === 'unknown' || choice === 'inconsistent'
          ? ({ kind: choice, why } as const)
          : ({ kind: 'choice', choice } as const);
      return [
        {
          gap,
          seen,
          evidence: evidence.map(({ observed: text, shown_by: shownBy, at: seenAt, times }) => ({
            observed: text,
            shownBy,
            at: seenAt,
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
    const near = nearest(name, ['least-promise', 'typical']);
    const missing = error instanceof UserError && error.problems[0]?.what === 'does not exist';
    if (!missing) throw error;
    throw new UserError({
      where: '--expect-profile',
      what: `"${name}" is neither a profile nor a file that exists`,
      expected: 'least-promise, typical, or a file',
      ...(near === undefined ? {} : { hint: `did you mean "${near}"?` }),
    });
  }
}
