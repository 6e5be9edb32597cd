import { count } from '../../report/amounts.ts';
import { howToShow, type ObservableGap, observableGaps } from './gaps.ts';
import type { GapEvidence, ObservedGap, ObservedProfile } from './observed-profile.ts';

/** The profile that is written again. */
export type ProfileBase = {
  readonly preset: string;
  /** Its choices that nothing contradicts. */
  readonly choices: ReadonlyMap<ObservableGap, string>;
};

const vary: ProfileBase = { preset: 'vary', choices: new Map() };

/**
 * Returns the YAML text of an observed profile, which `serve --profile`, `matrix --profile` and `check --expect-profile` read. The
 * preset `vary` draws the gaps without a choice by seed, and a comment says how each of them can be shown.
 */
export function profileText({ target, level, gaps }: ObservedProfile, base: ProfileBase = vary): string {
  const known = observableGaps.flatMap((gap) => choiceLine(gap, gaps, base));
  const missing = observableGaps.filter((gap) => !isKnown(gap, gaps, base));
  return [
    `# What ${inComment(target)} was seen to do where the specification is silent (level ${level}).`,
    '# A simulator draws the gaps without a choice by seed; --unknown least-promise changes that.',
    `profile: ${base.preset}`,
    known.length === 0 ? 'gaps: {}' : 'gaps:',
    ...known,
    ...missing.map((gap) => `  # ${gap}: unknown; ${inComment(whyMissing(gap, gaps, level))}`),
    'observed:',
    `  target: ${quote(target)}`,
    `  level: ${level}`,
    gaps.length === 0 ? '  gaps: {}' : '  gaps:',
    ...gaps.flatMap(linesOf),
    '',
  ].join('\n');
}

function isKnown(gap: ObservableGap, gaps: readonly ObservedGap[], { choices }: ProfileBase): boolean {
  return choices.has(gap) || gaps.some((one) => one.gap === gap && one.seen.kind === 'choice');
}

/** Absence is weak evidence: a comment says how many responses it comes from. */
function choiceLine(gap: ObservableGap, gaps: readonly ObservedGap[], { choices }: ProfileBase): string[] {
  const kept = choices.get(gap);
  const shown = gaps.find((one) => one.gap === gap);
  if (shown?.seen.kind !== 'choice')
    return kept === undefined ? [] : [`  ${gap}: ${quote(kept)} # not observed`];
  const choice = kept ?? shown.seen.choice;
  const times = shown.evidence.reduce((sum, one) => sum + one.times, 0);
  const absent = choice === 'off' || choice === 'none' ? ` # not seen in ${count(times, 'response')}` : '';
  return [`  ${gap}: ${quote(choice)}${absent}`];
}

function whyMissing(
  gap: ObservedGap['gap'],
  gaps: readonly ObservedGap[],
  level: ObservedProfile['level'],
): string {
  const seen = gaps.find((one) => one.gap === gap)?.seen;
  return seen === undefined || seen.kind === 'choice' ? howToShow(gap, level) : seen.why;
}

function linesOf({ gap, seen, evidence }: ObservedGap): readonly string[] {
  const choice = seen.kind === 'choice' ? quote(seen.choice) : seen.kind;
  return [
    `    ${gap}:`,
    `      choice: ${choice}`,
    ...(seen.kind === 'choice' ? [] : [`      why: ${quote(seen.why)}`]),
    '      evidence:',
    ...evidence.flatMap(evidenceLines),
  ];
}

function evidenceLines({ observed, shownBy, times }: GapEvidence): readonly string[] {
  return [
    `        - observed: ${quote(observed)}`,
    `          shown_by: ${quote(shownBy)}`,
    `          times: ${times}`,
  ];
}

/** A JSON text is also YAML. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function inComment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
