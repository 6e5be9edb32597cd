/** What is sent as the body of a reply. Chunks are written one after the other; their lengths add up to `length`. */
export type ResponseBody = TextBody | ChunksBody;

/** A body that is a text. */
export type TextBody = {
  readonly kind: 'text';
  readonly text: string;
  /** In bytes of UTF-8. */
  readonly length: number;
};

/** A text as the body of a reply. */
export function textBody(text: string): TextBody {
  return { kind: 'text', text, length: Buffer.byteLength(text) };
}

/** A body that is there as bytes already. */
export type ChunksBody = {
  readonly kind: 'chunks';
  readonly chunks: readonly Buffer[];
  readonly length: number;
  /** The same bytes as a text of them, where they are few: head and body go out as one write then. */
  readonly latin1?: string | undefined;
  /** The first bytes, few enough for the journal to keep; they hold on to no others. */
  readonly head: Buffer;
};

/** An answer as a value: handlers make it, one place writes it. */
export type ServiceResponse = {
  readonly status: number;
  /** Names and values in turns, without Content-Length. */
  readonly headers: readonly string[];
  readonly body?: ResponseBody;
};
