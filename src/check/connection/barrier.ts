/** Lets requests on several connections wait for each other, so that the last byte of all of them is sent at once. */
export type Barrier = ReturnType<typeof createBarrier>;

/** Creates a barrier that opens once `parties` have arrived or left. */
export function createBarrier(parties: number) {
  const { promise: opened, resolve: open } = Promise.withResolvers<number>();
  let missing = parties;
  const settle = (): void => {
    missing -= 1;
    if (missing === 0) open(performance.now());
  };
  return {
    /** Waits for the others. Resolves for all of them in one turn of the event loop. */
    arrive(): Promise<number> {
      settle();
      return opened;
    },
    /** Must be called instead of `arrive` for a connection that cannot be used. */
    leave: settle,
    /** When it opened, on the clock of `performance.now()`. */
    opened,
  };
}
