import type { AddFinding } from '../judge/findings.ts';
import type { Received } from '../judge/received.ts';
import type { RuleId } from '../report.ts';

/** The weight of a broken rule: a violation breaks the contract, a notice is only worth knowing. */
export type Severity = 'violation' | 'notice';

/** One statement of the specification that an exchange can keep or break. */
export type Rule = {
  /** Stable, for `--ignore` and reports: `R01`. */
  readonly id: RuleId;
  readonly key: string;
  readonly sentence: string;
  /** The part of the specification that states it, or the standard it rests on. */
  readonly spec: string;
  readonly severity: Severity;
};

/** A rule, when it is exercised, and, if one response shows it, how it is judged. */
export type RuleRow = Omit<Rule, 'severity'> & {
  /** Default: `violation`. */
  readonly severity?: Severity;
  /** Why a check did not exercise it, if no probe gave a reason. */
  readonly unexercised?: string;
  /** Only level `race` exercises it, and not of every target: `--require all` leaves it out. */
  readonly race?: true;
  readonly judges?: (received: Received) => boolean;
  /** Adds what a response breaks; called only if `judges` returns true. */
  readonly check?: (received: Received, add: AddFinding) => void;
};
