import { type GapKey, gaps } from '../../../simulator/environment/gaps/gaps.ts';
import { tableChoice } from '../../../simulator/environment/gaps/read-choice.ts';
import { reliedOn } from '../relied-on.ts';

/** Returns what a client relies on if it needs this choice: `the list shows a cancel after 200 milliseconds`. */
export function reliedOnSentence(gap: GapKey, choice: string): string {
  const name = tableChoice(gap, choice);
  const sentences: Readonly<Record<string, string>> = reliedOn[gap];
  const sentence = name === undefined ? undefined : sentences[name];
  if (sentence === undefined) return `${gap} is ${choice}`;
  return withParameter(sentence, choice);
}

/** Returns what a choice means: `after 2 more lists`. Empty if the table does not have it. */
export function choiceMeaning(gap: GapKey, choice: string): string {
  const name = tableChoice(gap, choice);
  const meanings: Readonly<Record<string, string>> = gaps.find(({ key }) => key === gap)?.choices ?? {};
  return name === undefined ? '' : withParameter(meanings[name] ?? '', choice);
}

function withParameter(text: string, choice: string): string {
  const amount = /^after-(\d+)-/.exec(choice)?.[1];
  return amount === undefined ? text : text.replace(/\bN\b/, amount);
}
