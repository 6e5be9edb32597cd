import { pinnedChoices } from '../gaps/choices.ts';
import type { BaseChoices, CellSettings, GapChoiceTexts } from '../initial-state.ts';
import { type EndedExchange, recordExchange } from './exchange-record.ts';

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

/** One line of the record of a run, from one simulator. `overflow` is the last one, if there were more exchanges. */
export type RunRecord =
  | ExchangeRecord
  | PinnedRecord
  | { readonly kind: 'overflow'; readonly recorded: number };

/** A run of `matrix` to which a simulator belongs. */
export type RunParts = {
  readonly cell?: CellSettings | undefined;
  readonly base?: BaseChoices | undefined;
  /** Called with each record of the run, in order. Without it nothing is recorded. */
  readonly onRecord?: ((record: RunRecord) => void) | undefined;
};

/** Records the exchanges of one simulator for `matrix`. */
export type RunRecorder = ReturnType<typeof createRunRecorder>;

/** The number of exchanges of a simulator that are recorded. */
export const maxRecorded = 20_000;

/**
 * Creates the recorder of a simulator. After `most` exchanges it records `overflow` once, and nothing more.
 *
 * @param onRecord receives each record once, in order
 * @param now returns milliseconds since 1970 on the machine's clock
 */
export function createRunRecorder(
  onRecord: (record: RunRecord) => void,
  now: () => number,
  most: number = maxRecorded,
) {
  const states = new Map<string, number>();
  const pins = new Map<string, string>();
  let met = 0;
  return {
    /** Returns the number of the next state of an environment: 1, 2, … */
    nextState: (environment: string): number => {
      const number = (states.get(environment) ?? 0) + 1;
      states.set(environment, number);
      return number;
    },
    /** Records an exchange that has ended, after the choices that were pinned for it. */
    exchange: (ended: EndedExchange): void => {
      met++;
      if (met === most + 1) onRecord({ kind: 'overflow', recorded: most });
      if (met > most) return;
      const { environment } = ended;
      const gaps = pinnedChoices(ended.state.choices);
      const pinned = JSON.stringify(gaps);
      if ((pins.get(environment) ?? '{}') !== pinned) onRecord({ kind: 'pinned', environment, gaps });
      pins.set(environment, pinned);
      onRecord(recordExchange(ended, now()));
    },
  };
}
