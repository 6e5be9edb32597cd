/** Lets requests on several connections wait for each other, so that the last byte of all of them is sent at once. */
export type Barrier = ReturnType<typeof createBarrier>;

/** Creates a barrier that opens once `parties` have arrived or left. */
export function createBarrier(parties: number, now: () => number = () => performance.now()) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const released: number[] = [];
  let missing = parties;
  const settle = (): void => {
    missing -= 1;
    if (missing === 0) open();
  };
  return {
    /** Waits for the others. Resolves for all of them in one turn of the event loop. */
    async arrive(): Promise<void> {
      settle();
      await opened;
      released.push(now());
    },
    /** Must be called instead of `arrive` for a connection that cannot be used. */
    leave: settle,
    /** When the requests were sent, in milliseconds, in order. */
    released: released as readonly number[],
  };
}
