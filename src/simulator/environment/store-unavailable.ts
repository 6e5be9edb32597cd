/** The connection to the store was lost or restored. */
export type StoreEvent = { readonly kind: 'lost'; readonly why: string } | { readonly kind: 'restored' };

export type OnStore = (event: StoreEvent) => void;

/** A request cannot be served now: the store does not respond, lost changes, or another process owns the environment. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Another process owns the environment now, and nothing of the request was saved. */
export class EnvironmentMoved extends StoreUnavailable {
  override readonly message = 'Another process serves this environment now; send the request again.';
}
