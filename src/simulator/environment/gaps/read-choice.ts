import { nearestHint } from '../../../text/nearest.ts';
import type { Problem } from '../../../user-error.ts';
import { type GapKey, gapKeys, gapOf, isGapKey } from './gaps.ts';

export type GapChoiceReading =
  | { readonly kind: 'choice'; readonly key: GapKey; readonly choice: string }
  | { readonly kind: 'problem'; readonly problem: Problem };

const date = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const parameterForms: Readonly<Record<string, RegExp>> = {
  'after-N-ms': /^after-(?:0|[1-9][0-9]{0,8})-ms$/,
  'after-N-reads': /^after-(?:0|[1-9][0-9]{0,8})-reads$/,
  'map:…': /^map:[a-z_]+=[^\s,=]+(?:,[a-z_]+=[^\s,=]+)*$/,
  'since:…': new RegExp(`^since:${date}$`),
  'sunset:…': new RegExp(`^sunset:${date}\\.\\.${date}$`),
  'gone:…': new RegExp(`^gone:${date}\\.\\.${date}$`),
};

/** Whether a choice of the table has a parameter: `after-N-ms`, `map:…`. */
export function hasParameter(choice: string): boolean {
  return choice in parameterForms;
}

/** Returns the choice of the table that a choice is: `after-N-ms` for `after-200-ms`; undefined if it is none. */
export function tableChoice(key: GapKey, choice: string): string | undefined {
  const names = Object.keys(gapOf(key).choices);
  return names.find((name) => parameterForms[name]?.test(choice) ?? name === choice);
}

/** Checks a choice against the table. A problem names the allowed choices and the nearest one. */
export function readGapChoice(key: string, choice: string): GapChoiceReading {
  if (!isGapKey(key)) {
    return {
      kind: 'problem',
      problem: { what: `there is no gap "${key}"`, hint: nearestHint(key, gapKeys) },
    };
  }
  if (tableChoice(key, choice) !== undefined) return { kind: 'choice', key, choice };
  const names = Object.keys(gapOf(key).choices);
  const what = `"${choice}" is not a choice of the gap ${key}`;
  return { kind: 'problem', problem: { what, expected: names.join(', '), hint: nearestHint(choice, names) } };
}
