import type { ChoiceSettings, Chooser } from './choice-settings.ts';
import { type GapKey, gaps } from './gaps.ts';

/**
 * Who made a choice. `profile`: the profile that somebody chose. `draw`: the seed, with the profile `vary`.
 */
type ChoiceOrigin = Chooser | 'profile' | 'draw' | 'matrix';

/** Returns who made the choice for every gap, in the order of precedence of the choices. */
export function choiceOrigins(settings: ChoiceSettings): Readonly<Record<GapKey, ChoiceOrigin>> {
  const origins = Object.fromEntries(gaps.map(({ key }) => [key, originOf(key, settings)]));
  return origins as Record<GapKey, ChoiceOrigin>;
}

function originOf(key: GapKey, settings: ChoiceSettings): ChoiceOrigin {
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
