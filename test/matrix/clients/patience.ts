/** A time limit that is disposed of with its request. */
export type Patience = Disposable & { readonly signal: AbortSignal };

const stepMs = 50;

/**
 * Starts a time limit that counts only the time in which this process gets its turns: while a loaded machine stops the
 * process, its responses wait as well.
 */
export function startPatience(ms: number | undefined): Patience {
  const end = new AbortController();
  let left = ms ?? Number.POSITIVE_INFINITY;
  const step = setInterval(() => {
    left -= stepMs;
    if (left <= 0) end.abort(new Error(`no response for ${ms} ms`));
  }, stepMs).unref();
  return { signal: end.signal, [Symbol.dispose]: () => clearInterval(step) };
}
