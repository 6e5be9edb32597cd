import type { CheckFlags } from '../check/check-table.ts';
import {
  compareGaps,
  otherChoices,
  updatedProfile,
  withProfileDrift,
} from '../contract/gaps/expected-profile.ts';
import { type ObservedProfile, observedProfile } from '../contract/gaps/observed-profile.ts';
import { profileText } from '../contract/gaps/profile-text.ts';
import type { Report } from '../contract/report.ts';
import { openReportFile, writeReportFile } from '../report/report-file.ts';
import { isProfileName } from '../simulator/environment/profile-name.ts';
import { formatDuration } from '../text/duration.ts';
import { isJsonName } from '../text/yaml-file.ts';
import { UserError } from '../user-error.ts';
import { type NamedProfile, readExpectedProfile } from './expected-profile.ts';

/** What a check does with the gaps that it observes. */
export type ProfileUse = Awaited<ReturnType<typeof readProfileFlags>>;

/** Reads `--emit-profile`, `--expect-profile`, `--max-age` and `--update`. Throws a UserError. `now` is in milliseconds since 1970. */
export async function readProfileFlags(flags: CheckFlags, now: number) {
  const { emitProfile, expectProfile: name, maxAge, update } = flags;
  const expected = name === undefined ? undefined : await readExpectedProfile(name);
  requireObserved({ '--max-age': maxAge !== undefined, '--update': update === true }, expected);
  const files = [emitProfile, update === true ? name : undefined].filter((file) => file !== undefined);
  for (const file of files) {
    refuseName(file);
    await openReportFile(file);
  }
  return {
    /** Whether the check sends requests that only show gaps. */
    showGaps: name !== undefined || emitProfile !== undefined,
    /** The choices of the expected profile, by gap. */
    choices: expected?.choices ?? {},
    /** Returns the gaps of a report that the expected profile has a choice for. */
    drift: (report: Report) => (expected === undefined ? [] : compareGaps(report, expected)),
    /** Adds the drift from the expected profile to a report. */
    compare(report: Report): Report {
      if (expected === undefined) return report;
      const compared = withProfileDrift(report, expected);
      const accepted =
        update === true && compared.exitCode === 4 ? { ...compared, exitCode: 0 as const } : compared;
      return maxAge === undefined || update === true
        ? accepted
        : withAge(accepted, expected, { maxAge, now });
    },
    /** Writes the observed profile. Throws a UserError if it cannot be written. */
    async write(report: Report): Promise<void> {
      if (files.length === 0) return;
      const profile = observedProfile(report);
      if (profile.gaps.length === 0) throw nothingObserved(files.join(' and '));
      for (const file of files)
        await writeReportFile(
          file,
          file === name && expected !== undefined ? updatedText(profile, expected) : profileText(profile),
        );
    },
  };
}

function requireObserved(given: Readonly<Record<string, boolean>>, expected: NamedProfile | undefined): void {
  for (const [where, isGiven] of Object.entries(given))
    if (isGiven && expected?.observed === undefined)
      throw new UserError({
        where,
        what: 'needs the date and the observations of an observed profile',
        expected: '--expect-profile FILE with a file of --emit-profile',
      });
}

/** A profile is YAML with comments. It must be possible to read it again by its name. */
function refuseName(file: string): void {
  if (isProfileName(file))
    throw new UserError({ where: file, what: 'is the name of a preset', hint: `name the file ${file}.yaml` });
  if (isJsonName(file))
    throw new UserError({
      where: file,
      what: 'would be read as JSON',
      expected: 'a name that ends in .yaml',
    });
}

/** Returns the file of `--expect-profile` with what a check shows now. What its owner added remains. */
function updatedText(profile: ObservedProfile, expected: NamedProfile): string {
  const { preset, choices, observed } = expected;
  // A file that only --emit-profile names is replaced, unless it has observations.
  if (observed === undefined) return profileText(profile);
  const updated = updatedProfile(profile, expected);
  return profileText(updated, { preset, choices: otherChoices(updated, choices) });
}

function nothingObserved(where: string): UserError {
  const what = 'was not written: the check observed nothing';
  return new UserError({ where, what, hint: 'see why the check is incomplete' });
}

/** An old observation proves nothing about today: exit code 4. A file is as old as its oldest gap. */
function withAge(
  report: Report,
  { name, observed }: NamedProfile,
  { maxAge, now }: { readonly maxAge: number; readonly now: number },
): Report {
  const ages = agesOf(observed, now);
  const old = [...ages].filter(([, age]) => age > maxAge);
  if (old.length === 0) return report;
  const days = Math.floor(Math.max(...old.map(([, age]) => age)) / 86_400_000);
  const some = old.length < ages.size;
  const gaps = some ? ` for ${old.map(([gap]) => gap).join(', ')}` : '';
  const how = some ? 'at a level that shows them, with --update' : 'with --update';
  const note = `Profile ${name} is ${days} days old${gaps}, and --max-age is ${formatDuration(maxAge)}: write it anew ${how}.`;
  return { ...report, notes: [...report.notes, note], exitCode: report.exitCode === 0 ? 4 : report.exitCode };
}

/** Returns for each gap how long ago it was last observed, in milliseconds. A profile without gaps has its own age. */
function agesOf(observed: ObservedProfile | undefined, now: number): ReadonlyMap<string, number> {
  const own = observed?.at ?? '';
  const rows = (observed?.gaps ?? []).map(({ gap, evidence }) => {
    const seen = evidence.map(({ at }) => Date.parse(at));
    return [gap, now - (seen.length === 0 ? Date.parse(own) : Math.max(...seen))] as const;
  });
  return new Map(rows.length === 0 ? [['', now - Date.parse(own)]] : rows);
}
