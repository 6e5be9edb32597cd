/**
 * A question that the specification leaves open, and how the simulator answers it. One row is the single source of
 * profiles, `--help`, `docs/gaps.md`, the `x-gap` marks in `openapi/` and the tests.
 */
export type Gap = {
  readonly key: string;
  readonly question: string;
  /** The part of the specification that is silent or contradicts itself. */
  readonly spec: string;
  /**
   * `wire`: about bodies, headers and forms; `vary` draws it for each request. `state`: about what the service is like;
   * `vary` draws it once per environment and reset, since a deployment does not change its mind between two requests.
   */
  readonly scope: 'wire' | 'state';
  /** Every allowed answer with what it means. An `N` or a `…` in a name is a parameter. */
  readonly choices: Readonly<Record<string, string>>;
  /** The answer of profile `least-promise`. */
  readonly default: string;
  /** The answer of profile `typical`, where it differs. */
  readonly typical?: string;
  /** What `vary` draws from; every answer without a parameter where left out. */
  readonly drawn?: readonly string[];
  readonly why: string;
};
