/** Takes what writes an answer out, to be called now or at the end of this turn of the event loop. It must not throw. */
export type GatherWrite = (write: () => void) => void;

/** So many are gathered at the most, so that the first of them does not wait for all the others of a crowded turn. */
const gatheredAtMost = 64;
/** After a turn that had one answer alone, so many are written at once before another turn is looked at. */
const writtenAtOnce = 32;

/**
 * Gathers the answers that come in one turn of the event loop and writes them at its end, in their order. A write passes
 * more memory through the processor than its nearer caches hold: answers that are worked out one after the other find
 * each other's code and data there, which they do not where a write goes between. Requests that come one by one have
 * nothing to gather and hardly wait.
 */
export function gatherWrites(atTurnEnd: (flush: () => void) => void = setImmediate): GatherWrite {
  let gathered: (() => void)[] = [];
  let atOnce = 0;
  const flush = (): void => {
    const writes = gathered;
    gathered = [];
    if (writes.length === 1) atOnce = writtenAtOnce;
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
