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
  /** Whether the simulator was started with a cell, so that no other one can be imposed. */
  readonly isFixed: boolean;
  /** What every environment applies at its next load or reset. */
  readonly settings: RunSettings;
  /** Records the exchanges of the run. Undefined if nothing is recorded. */
  recorder(): RunRecorder | undefined;
  /** Begins another run. The caller resets the environments. */
  begin(parts: RunParts): void;
  /** Ends the run: its last records are written. From its next load on, an environment is as at the start. */
  end(): void;
}

/**
 * Creates the run of a simulator, with what it was started with.
 *
 * @param now returns milliseconds since 1970 on the machine's clock
 */
export function createImposedRun(first: RunParts | undefined, now: () => number): ImposedRun {
  const recorderOf = ({ onRecord }: RunParts) => onRecord && createRunRecorder({ onRecord, now });
  const atStart = { parts: first, recorder: first && recorderOf(first) };
  let current = atStart;
  const begin = (next: typeof atStart): void => {
    current.recorder?.flush();
    current = next;
  };
  return {
    isFixed: first?.cell !== undefined,
    settings: {
      get cell() {
        return current.parts?.cell;
      },
      get base() {
        return current.parts?.base;
      },
      nextState: (environment) => current.recorder?.nextState(environment) ?? 0,
    },
    recorder: () => current.recorder,
    begin: (parts) => begin({ parts, recorder: recorderOf(parts) }),
    end: () => begin(atStart),
  };
}
