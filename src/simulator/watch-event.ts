import type { Problem } from '../user-error.ts';

export type WatchEvent =
  /** A changed file was read. The environments have its state now; the others have it from their next load. */
  | { readonly kind: 'loaded'; readonly scenario: string; readonly environments: readonly string[] }
  /** A file is gone, and no environment was started with it. */
  | { readonly kind: 'removed'; readonly scenario: string }
  /** A changed file is invalid or gone. The environments keep their state. */
  | { readonly kind: 'refused'; readonly scenario: string; readonly problems: readonly Problem[] };
