/** The connection was lost or restored, the store was empty, or it has an environment that the settings do not affect. */
export type StoreEvent =
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'restored' | 'empty' }
  | { readonly kind: 'kept'; readonly environment: string; readonly settings: readonly string[] };

export type OnStore = (event: StoreEvent) => void;
