import { agrees, choiceSeen, gapRows, type ObservableGap, observableGaps } from './gaps.ts';
import type { GapEvidence, ObservedGap, ObservedProfile } from './observed-profile.ts';
import type { ExpectedProfile } from './profile-drift.ts';

/**
 * Returns the profile of a check, with what only the file that it updates shows, for example because the level of an
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
