import type { BaseChoices, CellSettings } from '../cell-settings.ts';
import { pinnedChoices } from '../gaps/choices.ts';
import { type EndedExchange, recordExchange } from './exchange-record.ts';
import type { RunRecord } from './run-record.ts';

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
  const pins = createPins(onRecord);
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
      pins.record(ended);
      onRecord(recordExchange(ended, now()));
    },
  };
}

/** Records the pinned choices of an environment once, and again when they change. */
function createPins(onRecord: (record: RunRecord) => void) {
  const settingsSeen = new WeakSet<object>();
  const latest = new Map<string, string>();
  return {
    record: ({ environment, state: { choices } }: EndedExchange): void => {
      if (settingsSeen.has(choices.settings)) return;
      settingsSeen.add(choices.settings);
      const gaps = pinnedChoices(choices);
      const text = JSON.stringify(gaps);
      if ((latest.get(environment) ?? '{}') === text) return;
      latest.set(environment, text);
      onRecord({ kind: 'pinned', environment, gaps });
    },
  };
}
