import type { GapChoiceTexts } from '../initial-state.ts';
import type { recordExchange } from './exchange-record.ts';

/** One exchange of a client, as `matrix` needs it. It contains no API key. */
export type ExchangeRecord = ReturnType<typeof recordExchange>;

/**
 * Choices that a scenario, a setting or a test made itself, so that no cell can change them. It comes before the first
 * exchange of an environment to which they apply, and replaces an earlier one. `drawn`: by a profile `vary`, per request.
 */
export type PinnedRecord = {
  readonly kind: 'pinned';
  readonly environment: string;
  readonly gaps: GapChoiceTexts;
};

/** The end of a record that has as many exchanges as it may have. */
export type OverflowRecord = { readonly kind: 'overflow'; readonly recorded: number };

/** One line of the record of a run, from one simulator. */
export type RunRecord = ExchangeRecord | PinnedRecord | OverflowRecord;
