/** The body of a response. */
export type ResponseBody = TextBody | ChunksBody;

/** A body that is a text. */
export type TextBody = {
  readonly kind: 'text';
  readonly text: string;
  /** In bytes of UTF-8. */
  readonly length: number;
};

/** A body of bytes that exist already. */
export type ChunksBody = {
  readonly kind: 'chunks';
  /** Written one after the other. */
  readonly chunks: readonly Buffer[];
  /** The sum of the chunks' lengths. */
  readonly length: number;
  /** The same bytes as a latin1 string, for a small list: Node writes it together with the headers. */
  readonly latin1?: string | undefined;
  /** A copy of the first bytes, for the journal. */
  readonly head: Buffer;
};

/** Creates a body from a text. */
export function textBody(text: string): TextBody {
  return { kind: 'text', text, length: Buffer.byteLength(text) };
}

/** A response as a value: operations return it, `writeResponse` writes it. */
export type ServiceResponse = {
  readonly status: number;
  /** Alternating names and values, without Content-Length. */
  readonly headers: readonly string[];
  readonly body?: ResponseBody;
};
