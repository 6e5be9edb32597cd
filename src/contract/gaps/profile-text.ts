import { stringify } from 'yaml';
import { count } from '../../report/amounts.ts';
import { gapRows, type ObservableGap, observableGaps } from './gaps.ts';
import type { ObservedGap, ObservedProfile } from './observed-profile.ts';

export type ProfileBase = {
  readonly preset: string;
  readonly choices: ReadonlyMap<ObservableGap, string>;
};

const vary: ProfileBase = { preset: 'vary', choices: new Map() };

/**
 * Returns the YAML text of an observed profile, which `serve --profile`, `matrix --profile` and `check --expect-profile` read. The
 * preset `vary` draws the gaps without a choice by seed, and a comment says how each of them can be shown.
 */
export function profileText(profile: ObservedProfile, base: ProfileBase = vary): string {
  const { target, level, gaps } = profile;
  const lines = observableGaps.map((gap) => {
    const shown = gaps.find((one) => one.gap === gap);
    const known = choiceOf(shown, base.choices.get(gap));
    return known === undefined
      ? `  # ${gap}: unknown; ${inComment(whyUnknown(shown) ?? gapRows[gap].check)}`
      : `  ${gap}: ${known}`;
  });
  return [
    `# What ${inComment(target)} was seen to do where the specification is silent (level ${level}).`,
    '# A simulator draws the gaps without a choice by seed; with profile: least-promise, it does not.',
    `profile: ${base.preset}`,
    lines.every((line) => line.startsWith('  #')) ? 'gaps: {}' : 'gaps:',
    ...lines,
    '# Written by check --emit-profile; the report has what showed each choice.',
    write({ observed: { target, level } }),
    '',
  ].join('\n');
}

/** Absence is weak evidence: a comment says how many responses it comes from. */
function choiceOf(shown: ObservedGap | undefined, kept: string | undefined): string | undefined {
  if (shown?.seen.kind !== 'choice') return kept && `${write(kept)} # not observed`;
  const choice = kept ?? shown.seen.choice;
  const times = shown.observations.reduce((sum, one) => sum + one.requests, 0);
  const absent = choice === 'off' || choice === 'none' ? ` # not seen in ${count(times, 'response')}` : '';
  return `${write(choice)}${absent}`;
}

function whyUnknown(shown: ObservedGap | undefined): string | undefined {
  return shown === undefined || shown.seen.kind === 'choice' ? undefined : shown.seen.why;
}

function write(value: unknown): string {
  return stringify(value, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  }).trimEnd();
}

function inComment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
