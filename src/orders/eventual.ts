/** A value that is there already, or a promise of it. */
export type Eventual<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, since even a kept promise would have to be waited for. */
export function whenThere<T, Next>(value: Eventual<T>, next: (value: T) => Eventual<Next>): Eventual<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
