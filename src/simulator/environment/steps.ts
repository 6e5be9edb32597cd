/** How the state of an environment changes. */
export type Steps = {
  /**
   * Runs a step of a request: every change of the state is made in one. With a shared store, `run` may be called again, each
   * time with the state as it was before the step, until its changes take effect; only then the promise resolves.
   */
  step<T>(run: () => T): T | Promise<T>;
  /** Receives what other processes change until the signal aborts. Without a shared store, it does nothing. */
  follow(signal: AbortSignal): void;
};
