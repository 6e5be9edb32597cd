import type { Report, ReportedGap } from '../report.ts';
import { byName, type ChoiceSeen, type Observation, sameChoice } from './gap.ts';
import { gapRows, type ObservableGap, observableGaps } from './gaps.ts';

export type ObservedGap = {
  readonly gap: ObservableGap;
  readonly seen: ChoiceSeen;
  readonly observations: readonly ReportedGap[];
};

/** Returns what a target was seen to do where the specification is silent, in the order of `observableGaps`. The other gaps are unknown. */
export function observedGaps({ gaps }: Pick<Report, 'gaps'>): readonly ObservedGap[] {
  return observableGaps.flatMap((gap) => {
    const observations = gaps.filter((one) => one.gap === gap);
    return observations.length === 0 ? [] : [{ gap, seen: choiceSeen(gap, observations), observations }];
  });
}

/** Returns what all observations of one gap say about its choice. There must be at least one. */
export function choiceSeen(gap: ObservableGap, observations: readonly Observation[]): ChoiceSeen {
  const { conclude = byName, choices, form } = gapRows[gap];
  const seen = conclude(observations);
  // A profile has only what a simulator can serve.
  if (seen.kind !== 'choice' || (choices?.includes(seen.choice) ?? form?.test(seen.choice))) return seen;
  return { kind: 'inconsistent', why: `observed ${seen.choice}, which is no choice` };
}

function agrees({ gap, seen }: ObservedGap, expected: string): boolean | undefined {
  return (gapRows[gap].agrees ?? sameChoice)(expected, seen);
}

export type ExpectedProfile = {
  /** The name or the file, as the user gave it. */
  readonly name: string;
  /** Choices by gap. Gaps without a choice, and those that a check cannot observe, are not compared. */
  readonly choices: Readonly<Record<string, string>>;
};

/**
 * Compares what a report shows with a profile. Each difference becomes a note and changes exit code 0 to 4. If there are
 * none, a note lists the gaps that were compared.
 */
export function withProfileDrift(report: Report, profile: ExpectedProfile): Report {
  const compared = observedGaps(report).flatMap((observed) => {
    const expected = profile.choices[observed.gap];
    const same = expected === undefined ? undefined : agrees(observed, expected);
    return same === undefined ? [] : [{ observed, expected, same }];
  });
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
  gaps: readonly ObservedGap[],
  choices: ExpectedProfile['choices'],
): Readonly<Record<string, string>> {
  const isKept = ([gap, choice]: readonly [string, string]): boolean =>
    gaps.every((shown) => shown.gap !== gap || agrees(shown, choice) !== false);
  return Object.fromEntries(Object.entries(choices).filter(isKept));
}
