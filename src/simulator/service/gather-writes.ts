/** Takes what writes an answer out, to be called now or at the end of this turn of the event loop. It must not throw. */
export type GatherWrite = (write: () => void) => void;

/** So many are gathered at the most: the first waits for no more, and clients have something to do meanwhile. */
const gatheredAtMost = 8;
/** So many are written at once at the most before a turn is looked at again. */
const atOnceAtMost = 1_023;

/**
 * Gathers the answers that come in one turn of the event loop and writes them at its end, in their order. A write passes
 * more memory through the processor than its nearer caches hold: answers that are worked out one after the other find
 * each other's code and data there, which they do not where a write goes between. Requests that come one by one have
 * nothing to gather: after each turn with one answer alone twice as many are written at once, after each with several
 * half as many.
 */
export function gatherWrites(atTurnEnd: (flush: () => void) => void = setImmediate): GatherWrite {
  let gathered: (() => void)[] = [];
  let atOnce = 0;
  let atOnceNext = 0;
  const flush = (): void => {
    const writes = gathered;
    gathered = [];
    atOnceNext = writes.length === 1 ? Math.min(2 * atOnceNext + 1, atOnceAtMost) : atOnceNext >> 1;
    atOnce = atOnceNext;
    for (const write of writes) write();
  };
  return (write) => {
    if (atOnce > 0) {
      atOnce--;
      write();
      return;
    }
    gathered.push(write);
    if (gathered.length === 1) atTurnEnd(flush);
    else if (gathered.length === gatheredAtMost) flush();
  };
}
