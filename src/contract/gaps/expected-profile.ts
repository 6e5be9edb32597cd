import type { Report } from '../report.ts';
import { agrees, choiceSeen, gapRows, type ObservableGap, observableGaps } from './gaps.ts';
import {
  type GapEvidence,
  type ObservedGap,
  type ObservedProfile,
  observedProfile,
} from './observed-profile.ts';

/** A profile that a target is expected to follow. */
export type ExpectedProfile = {
  /** The name or the file, as the user gave it. */
  readonly name: string;
  /** Choices by gap. Gaps without a choice, and those that a check cannot observe, are not compared. */
  readonly choices: Readonly<Record<string, string>>;
  /** Where the choices of a file come from. */
  readonly observed?: ObservedProfile | undefined;
};

function compareGaps(report: Report, profile: ExpectedProfile) {
  return observedProfile(report).gaps.flatMap((observed) => {
    const expected = profile.choices[observed.gap];
    const same =
      expected === undefined ? undefined : agrees(observed.gap, expected, observed.seen, observed.evidence);
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
        `Drift from profile ${profile.name}: ${describe(observed)}, expected ${expected}${before(observed, profile)}.`,
    );
  const names = compared.map(({ observed }) => observed.gap).join(', ') || 'none';
  const notes =
    drift.length > 0 ? drift : [`No drift from profile ${profile.name}; gaps compared: ${names}.`];
  const drifts = drift.length > 0 && report.exitCode === 0;
  return { ...report, notes: [...report.notes, ...notes], exitCode: drifts ? 4 : report.exitCode };
}

function describe({ gap, seen, evidence }: ObservedGap): string {
  const [first] = evidence;
  const is =
    seen.kind === 'choice' ? seen.choice : [...new Set(evidence.map((one) => one.observed))].join(' and ');
  return `${gap} is ${is}${first === undefined ? '' : ` (${first.shownBy})`}`;
}

function before({ gap }: ObservedGap, { observed }: ExpectedProfile): string {
  const [first] = observed?.gaps.find((one) => one.gap === gap)?.evidence ?? [];
  return first === undefined ? '' : ` (${first.shownBy})`;
}

/**
 * Returns the profile of a check, with what only the earlier file shows, for example because the level of an
 * earlier check was higher.
 */
export function updatedProfile(
  profile: ObservedProfile,
  { observed, choices }: ExpectedProfile,
): ObservedProfile {
  const before = new Map(observed?.gaps.map((one) => [one.gap, one]));
  const now = new Map(profile.gaps.map((one) => [one.gap, one]));
  const gaps = observableGaps.flatMap((gap) => {
    const [old, fresh] = [before.get(gap), now.get(gap)];
    if (old === undefined || fresh === undefined) return old ?? fresh ?? [];
    return updatedGap(old, fresh, choices[gap]);
  });
  return { ...profile, gaps };
}

/** Returns the choices of a file that are not observed, such as one that its owner added, and that nothing contradicts. */
export function otherChoices(
  { gaps }: ObservedProfile,
  choices: ExpectedProfile['choices'],
): ReadonlyMap<ObservableGap, string> {
  return new Map(
    observableGaps.flatMap((gap) => {
      const choice = choices[gap];
      const shown = gaps.find((one) => one.gap === gap);
      if (choice === undefined || shown?.seen.kind === 'choice') return [];
      return shown === undefined || agrees(gap, choice, shown.seen, shown.evidence) !== false
        ? [[gap, choice] as const]
        : [];
    }),
  );
}

type Stays = (earlier: GapEvidence, later: readonly GapEvidence[]) => boolean;

function updatedGap(old: ObservedGap, fresh: ObservedGap, choice: string | undefined): ObservedGap {
  const { gap, seen } = fresh;
  const { stays } = gapRows[gap];
  if (stays !== undefined) return withEarlier(old, fresh, stays);
  if (seen.kind === 'unknown')
    return choice !== undefined &&
      old.seen.kind === 'choice' &&
      agrees(gap, choice, seen, fresh.evidence) !== false
      ? old
      : fresh;
  // A target that chooses by request may choose the same a few times.
  if (old.seen.kind !== 'inconsistent' || !shows(old, fresh.evidence)) return fresh;
  const others = old.evidence.filter(
    ({ observed }) => !fresh.evidence.some((one) => one.observed === observed),
  );
  return { ...old, evidence: [...fresh.evidence, ...others] };
}

function shows({ evidence }: ObservedGap, later: readonly GapEvidence[]): boolean {
  return later.every(({ observed }) => evidence.some((one) => one.observed === observed));
}

/** Returns the earlier observations that stay true, with the later ones. */
function withEarlier(old: ObservedGap, { gap, evidence: fresh }: ObservedGap, stays: Stays): ObservedGap {
  const evidence = [...fresh, ...old.evidence.filter((one) => stays(one, fresh))];
  return { gap, seen: choiceSeen(gap, evidence), evidence };
}
