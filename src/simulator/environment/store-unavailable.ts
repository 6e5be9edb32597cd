/** A request cannot be served now: the shared store does not respond, or it lost entries of the environment. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** An environment was removed or replaced while a request waited. */
export class EnvironmentGone extends StoreUnavailable {}
