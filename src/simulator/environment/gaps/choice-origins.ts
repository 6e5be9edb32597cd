import type { GapChoiceTexts } from '../initial-state.ts';
import type { ProfileName } from '../profile-name.ts';
import { type GapKey, gaps } from './gaps.ts';

/**
 * Who made a choice. `default`: nobody, so the profile is `least-promise`. `profile`: the profile that somebody chose.
 * `draw`: the seed, with the profile `vary`. `setting`: a flag, a variable, the config file or an option of a program.
 */
export type ChoiceOrigin = 'default' | 'profile' | 'draw' | 'scenario' | 'setting' | 'control-api' | 'matrix';

/** Who chose a profile or a single choice. */
export type Chooser = Extract<ChoiceOrigin, 'default' | 'scenario' | 'setting' | 'control-api'>;

/** Who chose the profile and the single choices of an environment. */
export type Choosers = {
  readonly profile: Chooser;
  readonly gaps: Readonly<Partial<Record<GapKey, Chooser>>>;
};

/** Returns one chooser for every key of some choices. */
export function choosersOf(given: GapChoiceTexts, chooser: Chooser): Choosers['gaps'] {
  return Object.fromEntries(Object.keys(given).map((key) => [key, chooser]));
}

/** The parts of the settings of choices that say who made them. */
type Decided = {
  readonly profile: ProfileName;
  readonly profileChosen?: boolean;
  readonly gaps: GapChoiceTexts;
  readonly imposed?: { readonly base: GapChoiceTexts; readonly cell: GapChoiceTexts } | undefined;
  readonly choosers?: Choosers;
};

/** Returns who made the choice for every gap, in the order of precedence of the choices. */
export function choiceOrigins(settings: Decided): Readonly<Record<GapKey, ChoiceOrigin>> {
  const origins = Object.fromEntries(gaps.map(({ key }) => [key, originOf(key, settings)]));
  return origins as Record<GapKey, ChoiceOrigin>;
}

function originOf(key: GapKey, settings: Decided): ChoiceOrigin {
  const { profile, profileChosen, gaps: given, imposed, choosers } = settings;
  if (given[key] !== undefined) return choosers?.gaps[key] ?? 'setting';
  if (profileChosen !== true && imposed?.cell[key] !== undefined) return 'matrix';
  if (profileChosen !== true && imposed?.base[key] !== undefined) return 'setting';
  if (profile === 'vary') return 'draw';
  // With cancelled-in-list=remove, the default of cancel-again follows from it.
  if (key === 'cancel-again' && given['cancelled-in-list'] === 'remove')
    return originOf('cancelled-in-list', settings);
  return choosers?.profile === 'default' ? 'default' : 'profile';
}
