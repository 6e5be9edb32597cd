import type { Report } from '../report.ts';
import { agrees, type ObservableGap, observableGaps } from './gaps.ts';
import { type ObservedGap, type ObservedProfile, observedProfile } from './observed-profile.ts';

export type ExpectedProfile = {
  /** The name or the file, as the user gave it. */
  readonly name: string;
  /** Choices by gap. Gaps without a choice, and those that a check cannot observe, are not compared. */
  readonly choices: Readonly<Record<string, string>>;
};

function compareGaps(report: Report, profile: ExpectedProfile) {
  return observedProfile(report).gaps.flatMap((observed) => {
    const expected = profile.choices[observed.gap];
    const same =
      expected === undefined
        ? undefined
        : agrees(observed.gap, expected, observed.seen, observed.observations);
    return expected === undefined || same === undefined ? [] : [{ observed, expected, same }];
  });
}

/**
 * Compares what a report shows with a profile. Each difference becomes a note and changes exit code 0 to 4. If there are
 * none, a note lists the gaps that were compared.
 */
export function withProfileDrift(report: Report, profile: ExpectedProfile): Report {
  const compared = compareGaps(report, profile);
  const drift = compared
    .filter(({ same }) => !same)
    .map(
      ({ observed, expected }) =>
        `Drift from profile ${profile.name}: ${describe(observed)}, expected ${expected}.`,
    );
  const names = compared.map(({ observed }) => observed.gap).join(', ') || 'none';
  const notes =
    drift.length > 0 ? drift : [`No drift from profile ${profile.name}; gaps compared: ${names}.`];
  const drifts = drift.length > 0 && report.exitCode === 0;
  return { ...report, notes: [...report.notes, ...notes], exitCode: drifts ? 4 : report.exitCode };
}

function describe({ gap, seen, observations }: ObservedGap): string {
  const is =
    seen.kind === 'choice' ? seen.choice : observations.map(({ observed }) => observed).join(' and ');
  return `${gap} is ${is}`;
}

/** Returns the choices of a file that nothing contradicts: also those that only a higher level shows, and those of its owner. */
export function keptChoices(
  { gaps }: ObservedProfile,
  choices: ExpectedProfile['choices'],
): ReadonlyMap<ObservableGap, string> {
  return new Map(
    observableGaps.flatMap((gap) => {
      const choice = choices[gap];
      const shown = gaps.find((one) => one.gap === gap);
      if (choice === undefined) return [];
      const isContradicted =
        shown !== undefined && agrees(gap, choice, shown.seen, shown.observations) === false;
      return isContradicted ? [] : [[gap, choice] as const];
    }),
  );
}
