/** A value, or a promise of it where something must be awaited. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value is a promise. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return value instanceof Promise;
}

/** Calls `next` synchronously if `value` is not a promise: awaiting a plain value would cost a turn of the microtask queue. */
export function andThen<T, Next>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}
