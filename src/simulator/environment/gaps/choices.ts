import { drawBytes, drawFraction } from '../../../draw.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { ChoiceSettings } from './choice-settings.ts';
import type { ProfileName } from './gap.ts';
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

export type Choices = { readonly [Key in GapKey]: GapChoice<Key> };

/** The gap choices of an environment. With `vary`, the same seed and request number give the same choices. */
export class ChoiceSource {
  #settings: ChoiceSettings;
  #choose: (number: number) => Choices;

  constructor(first: ChoiceSettings) {
    this.#settings = first;
    this.#choose = chooserOf(first);
  }

  /** What decides the choices in force: another value after each change. Setting an earlier one restores it. */
  get settings(): ChoiceSettings {
    return this.#settings;
  }

  set settings(next: ChoiceSettings) {
    this.#settings = next;
    this.#choose = chooserOf(next);
  }

  /** Returns the choices for the request with this number; numbers count from 1 in the order of arrival. */
  forRequest(number: number): Choices {
    return this.#choose(number);
  }

  /** Chooses a profile, if one is given, and the single choices, from the next request on, for the control API. */
  change(profile: ProfileName | undefined, given: GapChoiceTexts): void {
    const chosen = profile === undefined ? {} : { profile, profileChosen: true };
    this.settings = { ...this.settings, ...chosen, gaps: given };
  }
}

/** Returns the choice in force for every gap: `drawn` if `vary` draws it for each request. */
export function choicesInForce(source: ChoiceSource): Readonly<Record<GapKey, string>> {
  const { profile } = source.settings;
  const choices: Record<GapKey, string> = { ...source.forRequest(0) };
  if (profile !== 'vary') return choices;
  const fixed = fixedChoices(source.settings);
  for (const { key, scope } of gaps) if (scope === 'wire' && fixed[key] === undefined) choices[key] = 'drawn';
  return choices;
}

/** Returns the choices that a scenario, a setting or a test made, so that no cell can change them. */
export function pinnedChoices(source: ChoiceSource): GapChoiceTexts {
  return source.settings.profileChosen === true ? choicesInForce(source) : source.settings.gaps;
}

function chooserOf(settings: ChoiceSettings): (number: number) => Choices {
  const stable = stableChoices(settings);
  if (settings.profile !== 'vary') return () => stable;
  const fixed = fixedChoices(settings);
  const drawn = gaps
    .filter((gap) => gap.scope === 'wire' && fixed[gap.key] === undefined)
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

/** The choices that the profile does not make. */
function fixedChoices({ profileChosen, gaps: given, imposed }: ChoiceSettings): GapChoiceTexts {
  return profileChosen === true ? given : { ...imposed?.base, ...imposed?.cell, ...given };
}

function stableChoices(settings: ChoiceSettings): Choices {
  const { profile, profileChosen, gaps: explicit, imposed, seed } = settings;
  const given = profileChosen === true ? explicit : { ...imposed?.base, ...explicit };
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
  // A choice of a cell changes nothing besides itself, so that a cell names what it changes.
  return Object.assign(choices, fixedChoices(settings)) as Choices;
}

/** Returns the choices of a gap that `vary` draws. */
export function drawnChoices(gap: (typeof gaps)[number]): readonly string[] {
  return gap.drawn ?? Object.keys(gap.choices).filter((name) => !hasParameter(name));
}
