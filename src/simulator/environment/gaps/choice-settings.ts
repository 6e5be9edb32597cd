import type { GapChoiceTexts, InitialState, RunSettings } from '../initial-state.ts';
import type { ProfileName } from './gap.ts';

/** What decides the choices of an environment, and the seed that `vary` draws from. */
export type ChoiceSettings = {
  readonly profile: ProfileName;
  /** Whether a scenario, a setting or a test named the profile, so that it decides every gap. */
  readonly profileChosen?: boolean;
  /** Single choices of a scenario, a setting or a test. They override everything else. */
  readonly gaps: GapChoiceTexts;
  readonly seed: string;
  /** The choices of `matrix`, which a chosen profile and single choices override. */
  readonly imposed?: { readonly base: GapChoiceTexts; readonly cell: GapChoiceTexts } | undefined;
};

/** Where choices come from. The profile and the choices of the settings override those of the scenario. */
type Sources = Pick<ChoiceSettings, 'seed' | 'gaps'> & {
  readonly profile?: ProfileName | undefined;
  readonly scenario: Pick<InitialState, 'isBase' | 'profile' | 'gaps'>;
  /** Undefined outside a run of `matrix`. */
  readonly run: Pick<RunSettings, 'cell' | 'base'> | undefined;
};

/**
 * Combines the choices of a scenario, the settings and `matrix`. Precedence: `least-promise`, the base of the matrix, its
 * cell, the scenario, the settings.
 */
export function combineChoices(origins: Sources): ChoiceSettings {
  const { seed, profile, gaps, scenario, run } = origins;
  const { base, cell } = run ?? {};
  const [below, above] = scenario.isBase === true ? [scenario, none] : [none, scenario];
  const chosen = profile ?? above.profile;
  return {
    profile: chosen ?? base?.profile ?? below.profile ?? 'least-promise',
    profileChosen: chosen !== undefined,
    gaps: { ...above.gaps, ...gaps },
    seed,
    ...(cell && { imposed: { base: { ...below.gaps, ...base?.gaps }, cell: cell.gaps } }),
  };
}

const none: { readonly profile?: ProfileName; readonly gaps: GapChoiceTexts } = { gaps: {} };
