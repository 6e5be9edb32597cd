import type { ExitCode } from '../user-error.ts';
import type { Exchange, OperationId } from './exchange.ts';

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** R01 to R37: stable, for `--ignore` and reports. */
export type RuleId = `R${Exclude<`0${Digit}`, '00'> | `${1 | 2}${Digit}` | `3${Exclude<Digit, 8 | 9>}`}`;

/** What the checker may do to a target. */
export type Level = 'observe' | 'probe' | 'cancel' | 'race';

export const levels: readonly Level[] = ['observe', 'probe', 'cancel', 'race'];

export function reaches(level: Level, needed: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(needed);
}

/** A rule that an exchange broke. */
export type Finding = {
  readonly rule: RuleId;
  /** The number of the exchange that shows it; undefined if no single exchange does. */
  readonly exchange: number | undefined;
  /** The place in the body, as a JSON pointer, in the head, `header Content-Type`, or the path of an order. */
  readonly where?: string;
  readonly expected: string;
  /** What was received, shortened; for a body, the bytes around the place. Contains no key. */
  readonly got: string;
};

/** A finding as a report shows it. Equal findings of several requests of one operation are one. */
export type ReportedFinding = Finding & {
  /** The operation of its exchange; undefined if no single exchange shows it. */
  readonly operation: OperationId | undefined;
  /** How many requests show it; `exchange` is the first of them. */
  readonly requests: number;
  /** Whether it does not affect the exit code. */
  readonly ignored: boolean;
};

/** An order that the user named, and whether the check tested it. */
export type NamedOrder = {
  readonly id: bigint;
  readonly named: 'pending' | 'shipped' | 'race';
  readonly untested: string | undefined;
};

/** Behaviour of the target that the specification leaves open. It is not a finding. */
export type GapObservation = {
  /** The key of the gap, as in `docs/reference/gaps.md`: `cancel-again`. */
  readonly gap: string;
  /** The allowed choice that was observed (`conflict`), or a description of other behaviour. */
  readonly observed: string;
  readonly allowed: boolean;
  readonly exchange: number | undefined;
};

/** An observation as a report shows it. Equal observations are one. */
export type ReportedGap = GapObservation & {
  /** How many exchanges show it; `exchange` is the first of them. */
  readonly requests: number;
};

export type RuleResult =
  | {
      readonly rule: RuleId;
      readonly kind: 'passed';
      readonly exchanges: number;
      /** Why a part of the rule was not tested, such as one of two named orders. */
      readonly partly?: string;
    }
  | {
      readonly rule: RuleId;
      readonly kind: 'failed';
      readonly findings: number;
      /** How many of the findings do not affect the exit code. */
      readonly ignored: number;
    }
  | { readonly rule: RuleId; readonly kind: 'not-exercised'; readonly reason: string };

export type Incomplete = {
  readonly kind:
    | 'unreachable'
    | 'unavailable'
    | 'wrong-key'
    | 'other-service'
    | 'total-timeout'
    | 'aborted'
    | 'failed'
    | 'not-tried'
    | 'required';
  /** One sentence with the reason and what to do. */
  readonly message: string;
};

/** The result of a check. It contains everything that a report shows, and no key. */
export type Report = {
  readonly tool: { readonly name: 'store-orders-sim'; readonly version: string };
  /** The base address without credentials, or the name of a HAR file. */
  readonly target: string;
  /** The level of the check; `passive` for a HAR file. */
  readonly level: Level | 'passive';
  /** The names of the additional headers that every request had. Their values may be secret. */
  readonly headers: readonly string[];
  /** RFC 3339 text, in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly rules: readonly RuleResult[];
  /** At most 100 for each rule; `rules` counts all of them. */
  readonly findings: readonly ReportedFinding[];
  /** The orders that the user named: those named as shipped first, as they are tried first. */
  readonly orders: readonly NamedOrder[];
  readonly gaps: readonly ReportedGap[];
  /** Sentences about the check: traffic of others, retries, ignored HAR entries, drift from a profile. */
  readonly notes: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** How many exchanges were judged, if `exchanges` has only those that a finding or an observation names. */
  readonly exchangesJudged?: number;
  readonly incomplete: Incomplete | undefined;
  /**
   * 0 if the contract is kept, 1 if it is broken, 3 if the target was not reached or not checked as requested, 4 if it
   * differs from the expected profile, 130 if the check was aborted.
   */
  readonly exitCode: ExitCode;
};
