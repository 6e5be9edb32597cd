/** The maximum time of one turn of the event loop, in milliseconds. */
const sliceMs = 3;
/** The maximum time of the first slice: several requests can arrive, and begin, in the same turn. */
const firstSliceMs = 1;

type Clock = () => number;
const monotonic: Clock = () => performance.now();

/** Long work that waits for its next slice. Each turn of the event loop continues one, so that together they take no longer. */
const waiting: (() => void)[] = [];

function nextSlice(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(continueNext);
  return promise;
}

function continueNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueNext);
}

/**
 * Iterates over items and handles other events whenever the items have taken 3 ms in one turn of the event loop, so that
 * long work does not delay requests. What the items refer to may change meanwhile.
 */
export async function* inSlices<T>(items: Iterable<T>, now = monotonic): AsyncGenerator<T> {
  let end = now() + firstSliceMs;
  for (const item of items) {
    yield item;
    if (now() < end) continue;
    await nextSlice();
    end = now() + sliceMs;
  }
}

/** Work in steps of at most half a millisecond; the generator returns the result. What it reads must not change meanwhile. */
export type Steps<T> = Generator<void, T, void>;

export function finishNow<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Takes the steps in slices, like `inSlices`. */
export async function finishInSlices<T>(steps: Steps<T>, now = monotonic): Promise<T> {
  let end = now() + firstSliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (now() < end) continue;
    await nextSlice();
    end = now() + sliceMs;
  }
}
