import type { GapKey } from '../simulator/environment/gaps/gaps.ts';
import type { GapChoiceTexts } from '../simulator/environment/initial-state.ts';
import type { ExchangeRecord, RunRecord } from '../simulator/environment/record/run-recorder.ts';
import type { FaultPoint } from './plan/fault-points.ts';

/** What one run differs in from the baseline. Both parts are empty for the baseline. */
export type Cell = {
  readonly gaps: GapChoiceTexts;
  readonly faults: readonly FaultPoint[];
};

export type PlannedRun = {
  /** Counts from 1 in the order of planning. */
  readonly id: number;
  readonly cell: Cell;
};

export type Outcome =
  | { readonly kind: 'passed' }
  /** `tests` are the names of the failing tests, if it wrote results; `exit` is `exit code 1` or `signal SIGSEGV`. */
  | { readonly kind: 'failed'; readonly exit: string; readonly tests: readonly string[] }
  /** Ended by `--timeout`. */
  | { readonly kind: 'hung'; readonly afterMs: number; readonly tests: readonly string[] };

export type EndedRun = {
  readonly run: PlannedRun;
  readonly outcome: Outcome;
  readonly records: readonly RunRecord[];
  /** Milliseconds from the start of the command to its end. */
  readonly ms: number;
};

/** Why a matrix ended before its plan did. */
export type StopReason = 'budget' | 'interrupted';

/** The baseline: without it, a failing cell says nothing. */
export type Baseline =
  | { readonly kind: 'passed'; readonly ms: number }
  | { readonly kind: 'failed'; readonly outcome: Outcome }
  /** Runs of the same cell had different outcomes. */
  | { readonly kind: 'flaky'; readonly outcomes: readonly Outcome[] }
  /** No request arrived at a simulator, so there is nothing to vary. */
  | { readonly kind: 'no-requests' };

/** A gap on which responses of the baseline relied. */
export type Reliance = {
  readonly gap: GapKey;
  readonly choice: string;
  readonly exchanges: number;
  /** The environments in which a test or its scenario chose it, so that no cell could change it. */
  readonly pinnedIn: readonly string[];
  /** Whether some environment that relied on it leaves the choice to the cell. */
  readonly varies: boolean;
};

/** The exchanges at one place of a run that differ between a passing and a failing cell. */
export type Difference = {
  readonly passing: ExchangeRecord | undefined;
  readonly failing: ExchangeRecord | undefined;
};

/** A minimal cause of failing tests: removing any part of the cell lets the command pass. */
export type Cause = {
  readonly cell: Cell;
  readonly outcome: Exclude<Outcome, { kind: 'passed' }>;
  /** The first of the exchanges that differ. */
  readonly difference: Difference | undefined;
  readonly runs: readonly number[];
};

/** A cell whose repeated runs had different outcomes, or that failed without its cause too. */
export type FlakyCell = { readonly cell: Cell; readonly outcomes: readonly Outcome[] };

/** What the exchanges of a client show without an assertion of its tests. */
export type ClientNote = {
  readonly kind:
    | 'repeats-cancel-blindly'
    | 'gives-up-after-reset'
    | 'ignores-retry-after'
    | 'retries-without-pause'
    | 'no-timeout'
    | 'repeats-refused-cancel'
    | 'repeats-refused-key';
  readonly cell: Cell;
  readonly exchanges: readonly ExchangeRecord[];
};

export type MatrixResult = {
  readonly baseline: Baseline;
  /** If the baseline fails: its first refused exchanges, with the explanation of the simulator. */
  readonly refusals: readonly string[];
  readonly reliance: readonly Reliance[];
  /** What COMMAND assumes and nobody promises: minimal cells with a choice, which may need a fault beside it. */
  readonly assumptions: readonly Cause[];
  /** Fault cells that failed or hung, reduced to minimal causes. */
  readonly faultCauses: readonly Cause[];
  readonly flaky: readonly FlakyCell[];
  /** Cells whose runs say nothing: no exchange relied on a choice, or a fault did not fire. */
  readonly noEffect: readonly Cell[];
  readonly notes: readonly ClientNote[];
  readonly runs: readonly EndedRun[];
  /** Cells that were planned and not run, most telling first. */
  readonly leftOut: readonly Cell[];
  readonly stopped: StopReason | undefined;
};
