import type { Report } from '../report.ts';
import { ownCodes } from './choice-seen.ts';
import { type ObservedGap, type ObservedProfile, observedProfile } from './observed-profile.ts';

/** A profile that a target is expected to follow. */
export type ExpectedProfile = {
  /** The name or the file, as the user gave it. */
  readonly name: string;
  /** Choices by gap. Gaps without a choice, and those that a check cannot observe, are not compared. */
  readonly choices: Readonly<Record<string, string>>;
  /** Where the choices of a file come from. */
  readonly observed?: ObservedProfile | undefined;
};

/**
 * Compares what a report shows with a profile. Each difference becomes a note and changes exit code 0 to 4. If there are
 * none, a note lists the gaps that were compared.
 */
export function withProfileDrift(report: Report, profile: ExpectedProfile): Report {
  const compared = observedProfile(report).gaps.flatMap((observed) => {
    const expected = profile.choices[observed.gap];
    const same = expected === undefined ? undefined : agrees(expected, observed);
    return same === undefined ? [] : [{ observed, expected, same }];
  });
  const differing = compared.filter(({ same }) => !same);
  const drift = differing.map(
    ({ observed, expected }) =>
      `Drift from profile ${profile.name}: ${describe(observed)}, expected ${expected}${before(observed, profile)}.`,
  );
  const names = compared.map(({ observed }) => observed.gap).join(', ') || 'none';
  const notes =
    drift.length > 0 ? drift : [`No drift from profile ${profile.name}; gaps compared: ${names}.`];
  const drifts = drift.length > 0 && report.exitCode === 0;
  return { ...report, notes: [...report.notes, ...notes], exitCode: drifts ? 4 : report.exitCode };
}

/** Returns whether a choice agrees with what was observed; undefined if they cannot be compared. */
export function agrees(expected: string, observed: ObservedGap): boolean | undefined {
  const { gap, seen, evidence } = observed;
  if (gap === 'error-codes') return agreeCodes(expected, observed);
  // A sorted list proves nothing, but an unsorted one is not sorted by id.
  if (gap === 'list-order' && expected === 'by-id') return evidence.every((one) => one.observed === 'by-id');
  // A list that still had a cancelled order does not say for how long.
  if (gap === 'list-lag' && seen.kind === 'unknown') return expected === 'immediate' ? false : undefined;
  if (seen.kind === 'unknown') return undefined;
  if (seen.kind === 'inconsistent') return false;
  return seen.choice === expected || expected === 'as-written'
    ? seen.choice === expected || undefined
    : false;
}

/** Compares the codes that were seen with `named` or `map:unauthorized=AUTH_01,…`. A check sees only some codes. */
function agreeCodes(expected: string, { seen, evidence }: ObservedGap): boolean | undefined {
  const opaque = seen.kind === 'choice' && seen.choice === 'opaque';
  if (expected === 'opaque') return opaque || undefined;
  if (opaque) return false;
  const pairs = expected.slice('map:'.length).split(',');
  const replaced = (name: string): string =>
    pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? name;
  const compared = evidence.flatMap(({ observed }) => {
    const [, status = '', code] = /^(\d+): (.*)$/s.exec(observed) ?? [];
    const own = ownCodes[status];
    return own === undefined ? [] : [own.some((name) => replaced(name) === code)];
  });
  return compared.length === 0 ? undefined : compared.every((same) => same);
}

function describe({ gap, seen, evidence }: ObservedGap): string {
  const [first] = evidence;
  const is =
    seen.kind === 'choice' ? seen.choice : [...new Set(evidence.map((one) => one.observed))].join(' and ');
  return `${gap} is ${is}${first === undefined ? '' : ` (${first.shownBy})`}`;
}

function before({ gap }: ObservedGap, { observed }: ExpectedProfile): string {
  const [first] = observed?.gaps.find((one) => one.gap === gap)?.evidence ?? [];
  return first === undefined ? '' : ` (${first.shownBy} on ${first.at.slice(0, 10)})`;
}
