import type { GapKey } from '../../../simulator/environment/gaps/gaps.ts';
import { tableChoice } from '../../../simulator/environment/gaps/read-choice.ts';
import { reliedOn } from '../relied-on.ts';

/** Returns what a client relies on if it needs this choice: `the list shows a cancel after 200 milliseconds`. */
export function reliedOnSentence(gap: GapKey, choice: string): string {
  const name = tableChoice(gap, choice);
  const sentences: Readonly<Record<string, string>> = reliedOn[gap];
  const sentence = name === undefined ? undefined : sentences[name];
  if (sentence === undefined) return `${gap} is ${choice}`;
  const amount = /^after-(\d+)-/.exec(choice)?.[1];
  return amount === undefined ? sentence.replace('…', choice) : sentence.replace('N', amount);
}
