/** A request cannot be served now: the store does not respond, lost changes, or another process owns the environment. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
