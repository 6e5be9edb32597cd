import { setImmediate } from 'node:timers/promises';

/** The maximum time of one turn of the event loop, in milliseconds. */
const sliceMs = 5;

/**
 * Iterates over items and handles other events whenever the items have taken 5 ms in one turn of the event loop, so that
 * long work does not delay requests. What the items refer to may change meanwhile.
 */
export async function* inSlices<T>(items: Iterable<T>, now = () => performance.now()): AsyncGenerator<T> {
  let started = now();
  for (const item of items) {
    yield item;
    if (now() - started < sliceMs) continue;
    await setImmediate();
    started = now();
  }
}
