/** Wakes up what waits for something to become so. */
export class Watch<T = void> {
  readonly #looks = new Set<(value: T) => void>();

  notify(value: T): void {
    if (this.#looks.size > 0) for (const look of [...this.#looks]) look(value);
  }

  /** Waits until a test holds, which is called now and with each notification, or until the signal aborts. */
  until(test: (value?: T) => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (value?: T): void => (test(value) || signal.aborted ? end() : undefined);
      const end = (): void => {
        this.#looks.delete(look);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#looks.add(look);
      signal.addEventListener('abort', end);
      look();
    });
  }
}
