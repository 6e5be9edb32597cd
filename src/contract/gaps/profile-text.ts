import { stringify } from 'yaml';
import { count } from '../../report/amounts.ts';
import type { Report } from '../report.ts';
import { observableGaps } from './gaps.ts';
import { type ExpectedProfile, type ObservedGap, observedGaps } from './observed-profile.ts';

export type ProfileBase = Pick<ExpectedProfile, 'choices'> & { readonly preset: string };

/**
 * Returns the YAML text of the profile that a report shows, which `serve --profile`, `matrix --profile` and
 * `check --expect-profile` read. It has no times and no ids: it is the same for equal checks. The preset `vary` draws the gaps
 * without a choice by seed.
 */
export function profileText(
  report: Pick<Report, 'target' | 'level' | 'gaps'>,
  base: ProfileBase = { preset: 'vary', choices: {} },
): string {
  const { target, level } = report;
  const gaps = observedGaps(report);
  const lines = observableGaps.map((gap) => {
    const shown = gaps.find((one) => one.gap === gap);
    const known = choiceOf(shown, base.choices[gap]);
    if (known !== undefined) return `  ${gap}: ${known}`;
    const why = shown === undefined || shown.seen.kind === 'choice' ? 'not observed' : shown.seen.why;
    return `  # ${gap}: unknown; ${inComment(why)}`;
  });
  return [
    `# What ${inComment(target)} was seen to do where the specification is silent (level ${level}; a higher one shows more).`,
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

function write(value: unknown): string {
  const style = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 } as const;
  return stringify(value, style).trimEnd();
}

function inComment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
