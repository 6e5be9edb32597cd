import type { BaseChoices, CellSettings, RunSettings } from '../cell-settings.ts';
import type { RunRecord } from './run-record.ts';
import { createRunRecorder } from './run-recorder.ts';

/** A run of `matrix` to which a simulator belongs. */
export type RunParts = {
  readonly cell?: CellSettings | undefined;
  readonly base?: BaseChoices | undefined;
  /** Called with each record of a run, in order. Without it nothing is recorded. */
  readonly onRecord?: ((record: RunRecord) => void) | undefined;
};

/** The run of `matrix` that a simulator belongs to now: one for its whole life, or one after the other, or none. */
export type ImposedRun = ReturnType<typeof createImposedRun>;

/**
 * Creates the run of a simulator, with what it was started with.
 *
 * @param now returns milliseconds since 1970 on the machine's clock
 */
export function createImposedRun(first: RunParts | undefined, now: () => number) {
  const recorderOf = ({ onRecord }: RunParts) => onRecord && createRunRecorder(onRecord, now);
  const atStart = { parts: first, recorder: first && recorderOf(first) };
  let current = atStart;
  const begin = (next: typeof atStart): void => {
    current.recorder?.flush();
    current = next;
  };
  const settings: RunSettings = {
    get cell() {
      return current.parts?.cell;
    },
    get base() {
      return current.parts?.base;
    },
    nextState: (environment) => current.recorder?.nextState(environment) ?? 0,
  };
  return {
    /** Whether the simulator was started with a cell, so that no other one can be imposed. */
    isFixed: first?.cell !== undefined,
    /** What every environment applies at its next load or reset. */
    settings,
    /** Records the exchanges of the run. Undefined if nothing is recorded. */
    recorder: () => current.recorder,
    /** Begins another run. The caller resets the environments. */
    begin: (parts: RunParts): void => begin({ parts, recorder: recorderOf(parts) }),
    /** Ends the run: its last records are written. From its next load on, an environment is as at the start. */
    end: (): void => begin(atStart),
  };
}
