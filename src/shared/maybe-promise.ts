/** A value that is there already, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, since even a kept promise would have to be waited for. */
export function andThen<T, Next>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
