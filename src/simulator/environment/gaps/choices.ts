import { drawBytes, drawFraction } from '../draw.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { ProfileName } from '../profile-name.ts';
import { type GapKey, gaps } from './gaps.ts';
import type { httpGaps } from './http-gaps.ts';
import type { orderGaps } from './order-gaps.ts';
import type { otherEndpointGaps } from './other-endpoint-gaps.ts';
import { hasParameter } from './read-choice.ts';

type Row = (typeof orderGaps | typeof httpGaps | typeof otherEndpointGaps)[number];
type WithParameter<Name> = Name extends `${infer Before}-N-${infer After}`
  ? `${Before}-${number}-${After}`
  : Name extends `${infer Before}:…`
    ? `${Before}:${string}`
    : Name;

/** A choice for one gap: `keep`, `after-200-ms`. */
export type GapChoice<Key extends GapKey> = WithParameter<keyof Extract<Row, { key: Key }>['choices']>;

/** A choice for every gap. */
export type Choices = { readonly [Key in GapKey]: GapChoice<Key> };

/** The gap choices of an environment. */
export interface ChoiceSource {
  /** Returns the choices for the request with this number; numbers count from 1 in the order of arrival. */
  forRequest(number: number): Choices;
  /** The profile and the single choices in force. */
  readonly settings: ChoiceSettings;
  /** Changes the profile and the single choices from the next request on. */
  change(profile: ProfileName, gaps: GapChoiceTexts): void;
}

/** What decides the choices: a profile, single choices that override it, and the seed that `vary` draws from. */
export type ChoiceSettings = {
  readonly profile: ProfileName;
  readonly gaps: GapChoiceTexts;
  readonly seed: string;
};

/** Creates the choices of an environment. With `vary`, the same seed and request number give the same choices. */
export function createChoiceSource(first: ChoiceSettings): ChoiceSource {
  let settings = first;
  let choose = chooserOf(settings);
  return {
    forRequest: (number) => choose(number),
    get settings() {
      return settings;
    },
    change: (profile, given) => {
      settings = { profile, gaps: given, seed: settings.seed };
      choose = chooserOf(settings);
    },
  };
}

function chooserOf(settings: ChoiceSettings): (number: number) => Choices {
  const stable = stableChoices(settings);
  if (settings.profile !== 'vary') return () => stable;
  const drawn = gaps
    .filter((gap) => gap.scope === 'wire' && settings.gaps[gap.key] === undefined)
    .map((gap) => ({ key: gap.key, options: drawnChoices(gap), default: gap.default }));
  return (number) => {
    const bytes = drawBytes(settings.seed, 'gaps of request', number);
    const choices: Record<string, string> = { ...stable };
    drawn.forEach(({ key, options, default: otherwise }, at) => {
      choices[key] = options[(bytes[at % bytes.length] ?? 0) % options.length] ?? otherwise;
    });
    return choices as Choices;
  };
}

function stableChoices({ profile, gaps: given, seed }: ChoiceSettings): Choices {
  const choices: Record<string, string> = {};
  for (const gap of gaps) {
    if (profile === 'vary') {
      const options = drawnChoices(gap);
      const at = Math.floor(drawFraction(seed, 'gap', gap.key) * options.length);
      choices[gap.key] = options[at] ?? gap.default;
    } else {
      choices[gap.key] = profile === 'typical' ? (gap.typical ?? gap.default) : gap.default;
    }
  }
  Object.assign(choices, given);
  const removed = choices['cancelled-in-list'] === 'remove';
  if (removed && given['cancel-again'] === undefined && profile !== 'vary')
    choices['cancel-again'] = 'not-found';
  return choices as Choices;
}

function drawnChoices(gap: (typeof gaps)[number]): readonly string[] {
  return gap.drawn ?? Object.keys(gap.choices).filter((name) => !hasParameter(name));
}
