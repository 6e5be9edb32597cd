/** A step that waits for its turn. If it loads, it returns the initial state. */
export type Step = {
  readonly run: () => unknown;
  readonly loads: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

/** Runs a step. Returns a function that settles its promise with the outcome. */
export function runStep({ run, resolve, reject }: Step): () => void {
  try {
    const value = run();
    // If the step is undone, nobody awaits it.
    if (value instanceof Promise) value.catch(() => undefined);
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}
