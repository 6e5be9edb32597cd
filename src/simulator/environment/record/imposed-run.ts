import type { BaseChoices, CellSettings, RunSettings } from '../cell-settings.ts';
import type { RunRecord } from './run-record.ts';
import { createRunRecorder, type RunRecorder } from './run-recorder.ts';

/** A run of `matrix` to which a simulator belongs. */
export type RunParts = {
  readonly cell?: CellSettings | undefined;
  readonly base?: BaseChoices | undefined;
  /** Called with each record of a run, in order. Without it nothing is recorded. */
  readonly onRecord?: ((record: RunRecord) => void) | undefined;
};

/** The run of `matrix` that a simulator belongs to now: one for its whole life, or one after the other, or none. */
export interface ImposedRun {
  /** Whether the simulator was started for one run, so that it cannot have another one. */
  readonly isFixed: boolean;
  /** What every environment applies at its next load or reset. */
  readonly settings: RunSettings;
  /** Records the exchanges of the run. Undefined if nothing is recorded. */
  recorder(): RunRecorder | undefined;
  /** Begins another run. The caller resets the environments. */
  begin(parts: RunParts): void;
  /** Ends the run: its last records are written, and environments apply nothing from their next load on. */
  end(): void;
}

/** Creates the run of a simulator. `now` returns milliseconds since 1970 on the machine's clock. */
export function createImposedRun(first: RunParts | undefined, now: () => number): ImposedRun {
  const recorderOf = ({ onRecord }: RunParts) => onRecord && createRunRecorder({ onRecord, now });
  let parts = first;
  let recorder = parts && recorderOf(parts);
  return {
    isFixed: first !== undefined,
    settings: {
      get cell() {
        return parts?.cell;
      },
      get base() {
        return parts?.base;
      },
      nextState: (environment) => recorder?.nextState(environment) ?? 0,
    },
    recorder: () => recorder,
    begin: (next) => {
      recorder?.flush();
      parts = next;
      recorder = recorderOf(next);
    },
    end: () => {
      recorder?.flush();
      parts = undefined;
      recorder = undefined;
    },
  };
}
