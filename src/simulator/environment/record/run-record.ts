import type { OperationName } from '../../../operation.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { ExchangeEnd } from '../journal/journal-entry.ts';

/** One exchange of a client, as `matrix` needs it. It contains no API key. */
export type ExchangeRecord = {
  readonly kind: 'exchange';
  /** The name of the environment. */
  readonly environment: string;
  /** Counts the states of this environment from 1: a load or a reset begins the next one. */
  readonly state: number;
  /** Counts the exchanges of this state from 1. */
  readonly number: number;
  /** Undefined for a path or a method without an operation. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  /** The request target without keys. */
  readonly target: string;
  /** The order of a cancel, in decimal digits. */
  readonly orderId: string | undefined;
  /** Milliseconds since 1970 on the machine's clock. */
  readonly begunAt: number;
  readonly endedAt: number;
  /** 0 if no response was sent. */
  readonly status: number;
  readonly end: ExchangeEnd;
  /** Headers as alternating names and values, as the journal has them: without those that Node adds, and without `Sim-Gaps`. */
  readonly headers: readonly string[];
  /** At most 300 characters of the response body (base64 if it is not UTF-8), and its length in bytes, before faults. */
  readonly body: string;
  readonly bodyLength: number;
  /** The outcome of a cancel that was decided, whatever was sent: `cancelled` means that it took effect. */
  readonly cancel: 'cancelled' | 'already-shipped' | 'already-cancelled' | 'unknown' | undefined;
  /** The gaps that the response relied on, with their choices. */
  readonly gaps: GapChoiceTexts;
  /** The ids of the faults that fired. */
  readonly faults: readonly string[];
};

/**
 * Choices that a scenario, a setting or a test made itself, so that no cell can change them. It comes before the first
 * exchange of an environment to which they apply, and replaces an earlier one. `drawn`: by a profile `vary`, per request.
 */
export type PinnedRecord = {
  readonly kind: 'pinned';
  readonly environment: string;
  readonly gaps: GapChoiceTexts;
};

/** Exchanges beyond the bound of a record, which only counts them. Several records add up. */
export type OverflowRecord = { readonly kind: 'overflow'; readonly exchanges: number };

/** The capsule of a state of an environment that has ended, as JSON. Only if the cell asks for capsules. */
export type CapsuleRecord = {
  readonly kind: 'capsule';
  readonly environment: string;
  readonly state: number;
  readonly text: string;
};

/** One line of the record of a run, from one simulator. */
export type RunRecord = ExchangeRecord | PinnedRecord | OverflowRecord | CapsuleRecord;
