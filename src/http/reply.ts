/** What is sent as the body of a reply. Chunks are written one after the other; their lengths add up to `length`. */
export type ReplyBody =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'chunks';
      readonly chunks: readonly Buffer[];
      readonly length: number;
      /** The first bytes, few enough for the journal to keep; they hold on to no others. */
      readonly head: Buffer;
    };

/** An answer as a value: handlers make it, one place writes it. */
export type Reply = {
  readonly status: number;
  /** Names and values in turns, without Content-Length. */
  readonly headers: readonly string[];
  readonly body?: ReplyBody;
};
