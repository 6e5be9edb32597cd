/**
 * A question that the specification leaves open, and the choices of the simulator. The row is the source of the profiles,
 * `--help`, `docs/reference/gaps.md`, the `x-gap` marks in `openapi/` and the tests.
 */
export type Gap = {
  readonly key: string;
  readonly question: string;
  /** The part of the specification that is silent or contradicts itself. */
  readonly spec: string;
  /**
   * `wire`: about bodies, headers and forms; `vary` draws it for each request. `state`: about the behaviour of the service;
   * `vary` draws it once per environment and reset, because a deployment does not change it between two requests.
   */
  readonly scope: 'wire' | 'state';
  /** Every choice with its meaning. An `N` or a `…` in a name is a parameter. */
  readonly choices: Readonly<Record<string, string>>;
  /** The choice of the profile `least-promise`. */
  readonly default: string;
  /** The choice of the profile `typical`, if it differs. */
  readonly typical?: string;
  /** What `vary` draws from. Default: every choice without a parameter. */
  readonly drawn?: readonly string[];
  /**
   * The choices that the specification does not allow, with the rule of the checker that they break. They are for tests
   * against services that make them anyway: no profile and no draw makes them.
   */
  readonly breaks?: Readonly<Record<string, string>>;
  readonly why: string;
  /** What a client relies on that needs a choice, as a clause after "relies on:". It has `N` or `…` for a parameter. */
  readonly reliesOn: Readonly<Record<string, string>>;
  /** How often clients depend on it in practice, from 1 to 5: `matrix` varies the most frequent gaps first. */
  readonly weight: 1 | 2 | 3 | 4 | 5;
  /** The choices that `matrix` tries, if not all that `vary` draws. */
  readonly tries?: readonly Alternative[];
  /** Whether a response that refuses the list shows nothing of it. */
  readonly ofList?: true;
};

/** A choice that `matrix` tries instead of that of the baseline. */
export type Alternative = {
  readonly choice: string;
  /** Whether it is tried after faults too. If not, another choice breaks the same clients there. */
  readonly alone: boolean;
};

/** The profiles: presets of gap choices. */
export const profileNames = ['least-promise', 'typical', 'vary'] as const;

export type ProfileName = (typeof profileNames)[number];

export function isProfileName(text: string): text is ProfileName {
  return profileNames.some((name) => name === text);
}
