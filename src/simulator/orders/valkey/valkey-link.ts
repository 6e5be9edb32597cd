import type { FunctionName } from './functions.ts';
import type { Pause } from './reply-watch.ts';

/** A reply of a function: texts, integers, and lists of them; Buffers if the call asked for them. */
export type Reply = string | number | Buffer | null | readonly Reply[];

/** An argument of a function. */
export type Argument = string | Buffer;

/** What happened to a connection to a shared store. */
export type StoreEvent =
  | { readonly kind: 'lost'; readonly server: string; readonly why: string }
  | { readonly kind: 'back'; readonly server: string };

/** The connection of this process to a shared store. */
export interface ValkeyLink {
  readonly prefix: string;
  /**
   * Calls a function once. It is never sent again: rejects with a StoreFailure `unavailable` if no reply arrives in time, and
   * then the outcome is unknown.
   */
  call(name: FunctionName, keys: readonly string[], args: readonly Argument[]): Promise<readonly Reply[]>;
  /** Like `call`, with texts of the reply as Buffers. */
  callForBytes(
    name: FunctionName,
    keys: readonly string[],
    args: readonly Argument[],
  ): Promise<readonly Reply[]>;
  /** Returns the members of a sorted set, in order. */
  members(key: string): Promise<readonly string[]>;
  /** Whether the server responds in time. */
  responds(): Promise<boolean>;
  close(): void;
}

/** What a connection needs besides its address. */
export type LinkOptions = {
  readonly pause: Pause;
  readonly report: (event: StoreEvent) => void;
};
