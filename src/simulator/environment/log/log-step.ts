import type { InitialState } from '../initial-state.ts';

/** A step that waits for its turn, or a state to load. */
export type LogStep = {
  /** Loads this state instead of running. */
  readonly initial?: InitialState;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Runs a step. Returns a function that settles its promise with the outcome. */
export function attempt({ run, resolve, reject }: LogStep): () => void {
  try {
    const value = run();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}
