import { howToShow } from './how-to-show.ts';
import {
  type GapEvidence,
  type ObservedGap,
  type ObservedProfile,
  observableGaps,
} from './observed-profile.ts';

/**
 * Returns the YAML text of an observed profile, which `serve --profile`, `matrix --profile` and `check --expect-profile` read. The
 * preset `vary` draws the gaps without a choice by seed, and a comment says how each of them can be shown.
 */
export function profileText({ target, level, at, gaps }: ObservedProfile): string {
  const known = gaps.flatMap(({ gap, seen }) =>
    seen.kind === 'choice' ? [[gap, seen.choice] as const] : [],
  );
  const missing = observableGaps.filter((gap) => !known.some(([one]) => one === gap));
  return [
    `# What ${inComment(target)} was seen to do where the specification is silent (level ${level}).`,
    '# A simulator draws the gaps without a choice by seed; --unknown least-promise changes that.',
    'profile: vary',
    known.length === 0 ? 'gaps: {}' : 'gaps:',
    ...known.map(([gap, choice]) => `  ${gap}: ${quote(choice)}`),
    ...missing.map((gap) => `  # ${gap}: unknown; ${inComment(whyMissing(gap, gaps))}`),
    'observed:',
    `  target: ${quote(target)}`,
    `  level: ${level}`,
    `  at: ${quote(at)}`,
    gaps.length === 0 ? '  gaps: {}' : '  gaps:',
    ...gaps.flatMap(linesOf),
    '',
  ].join('\n');
}

function whyMissing(gap: ObservedGap['gap'], gaps: readonly ObservedGap[]): string {
  const seen = gaps.find((one) => one.gap === gap)?.seen;
  return seen === undefined || seen.kind === 'choice' ? howToShow[gap] : seen.why;
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

function evidenceLines({ observed, shownBy, at, times }: GapEvidence): readonly string[] {
  return [
    `        - observed: ${quote(observed)}`,
    `          shown_by: ${quote(shownBy)}`,
    `          at: ${quote(at)}`,
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
