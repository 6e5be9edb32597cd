import type { ExitCode } from '../shared/user-error.ts';
import type { Finding, GapObservation } from './finding.ts';
import type { RuleId } from './rules/rules.ts';
import type { Exchange } from './wire/exchange.ts';

/** What the checker may do to a target. */
export type Level = 'observe' | 'probe' | 'cancel';

/** What came of a rule. */
export type RuleResult =
  | { readonly rule: RuleId; readonly kind: 'passed'; readonly exchanges: number }
  | { readonly rule: RuleId; readonly kind: 'failed'; readonly findings: number; readonly ignored: boolean }
  | { readonly rule: RuleId; readonly kind: 'not-exercised'; readonly reason: string };

/** Why a check did not come to its end. */
export type Incomplete = {
  readonly kind: 'unreachable' | 'tls' | 'wrong-key' | 'other-service' | 'budget' | 'aborted' | 'failed';
  /** One clear sentence with what to do. */
  readonly message: string;
};

/** The result of a check: everything that a report shows. Holds no key. */
export type Report = {
  readonly tool: { readonly name: 'store-orders-sim'; readonly version: string };
  /** The base address, without credentials; the name of the file for a HAR. */
  readonly target: string;
  readonly level: Level | 'passive';
  readonly startedAt: string;
  readonly durationMs: number;
  readonly rules: readonly RuleResult[];
  /** At most 100 a rule; `rules` counts them all. */
  readonly findings: readonly Finding[];
  readonly gaps: readonly GapObservation[];
  /** Changes by other people's traffic, retries, ignored HAR entries: sentences. */
  readonly notes: readonly string[];
  readonly exchanges: readonly Exchange[];
  readonly incomplete: Incomplete | undefined;
  readonly exitCode: ExitCode;
};
