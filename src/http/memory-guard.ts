/** Bytes in use, and the most that may be. */
export type MemoryReading = { readonly used: number; readonly limit: number };

export type MemorySource = {
  /** The heap of V8, including objects that were not collected yet. */
  heap(): MemoryReading;
  /** The container, without what its kernel can reclaim and what the heap has free. Undefined if no limit is set. */
  container(): MemoryReading | undefined;
  /** Collects garbage, and returns once that is done. */
  collect(): void;
  /** Milliseconds on a clock that never goes back. */
  now(): number;
};

/** Refuses more state when memory is nearly full, since a process without memory ends, with the state of everybody. */
export interface MemoryGuard {
  /** Returns why no more state, or work that needs so many bytes, fits, as a sentence, or undefined if it does. */
  refusal(needed?: number): string | undefined;
  /** Says that state was removed: collects it if memory is nearly full. */
  released(): void;
}

/** What state may use. The rest is for requests in flight, and for what environments cause later. */
type Room = { readonly share: number; readonly minFree: number };
const roomInHeap: Room = { share: 0.8, minFree: 0 };
/**
 * A container also holds pages that the heap has free and does not give back, the buffers of its kernel, and every two seconds a
 * health probe: 30 MiB at times. In a small one, some of it does not shrink.
 */
const roomInContainer: Room = { share: 0.75, minFree: 24 * 1024 * 1024 };
/** A collection takes at most this share of the time. */
const collectingShare = 0.1;

/** Creates a guard that collects garbage before it refuses, so that garbage is never the reason. */
export function createMemoryGuard(source: MemorySource): MemoryGuard {
  let nextCollection = Number.NEGATIVE_INFINITY;
  const refusal: MemoryGuard['refusal'] = (needed = 0) => {
    const before = describeFull(source, needed);
    if (before === undefined || source.now() < nextCollection) return before;
    const began = source.now();
    source.collect();
    const ended = source.now();
    nextCollection = ended + (ended - began) / collectingShare;
    return describeFull(source, needed);
  };
  return {
    refusal,
    released: () => {
      nextCollection = Number.NEGATIVE_INFINITY;
      // V8 itself collects only once 64 MiB more are outside of its heap, where orders are: more than a small container has.
      refusal();
    },
  };
}

function describeFull(source: MemorySource, needed: number): string | undefined {
  const isFull = ({ used, limit }: MemoryReading, { share, minFree }: Room): boolean =>
    used + needed > Math.min(limit * share, limit - minFree);
  const container = source.container();
  if (container !== undefined && isFull(container, roomInContainer))
    return describe(
      'the memory of the container',
      container,
      'give the container more memory (docker run --memory)',
    );
  const heap = source.heap();
  if (isFull(heap, roomInHeap))
    return describe(
      'the heap',
      heap,
      'give the process more memory (node --max-old-space-size, docker run --memory)',
    );
  return undefined;
}

function describe(what: string, { used, limit }: MemoryReading, remedy: string): string {
  return `${mebibytes(used)} of the ${mebibytes(limit)} MiB of ${what} are in use; delete environments, or ${remedy}`;
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

/** A guard that never refuses. */
export const noMemoryGuard: MemoryGuard = { refusal: () => undefined, released: () => {} };
