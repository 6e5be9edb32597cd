import type { RuleId } from './rules/rules.ts';

/** A rule broken by an exchange. */
export type Finding = {
  readonly rule: RuleId;
  /** The number of the exchange that shows it; undefined where no single one does. */
  readonly exchange: number | undefined;
  /** The place in the body, as a JSON pointer, or in the message: `header Content-Type`. */
  readonly where?: string;
  readonly expected: string;
  /** What came, as text, shortened: for a body, the bytes around the place. Holds no key. */
  readonly got: string;
};

/** What a target was seen to do where the specification is silent; never a finding as long as it is allowed. */
export type GapObservation = {
  /** The key of the gap, as in `docs/gaps.md`: `cancel-again`. */
  readonly gap: string;
  /** The allowed answer that was seen (`conflict`), or what was seen instead. */
  readonly observed: string;
  readonly allowed: boolean;
  readonly exchange: number | undefined;
};
