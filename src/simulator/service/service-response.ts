import { choice, type Exchange } from './exchange.ts';

export type ResponseBody = ReturnType<typeof textBody> | BytesBody;

/** A body of bytes that exist already. */
export type BytesBody = {
  readonly kind: 'bytes';
  readonly bytes: Buffer;
  readonly length: number;
  /** The same bytes as a latin1 string, for a small list: Node writes it together with the headers. */
  readonly latin1?: string | undefined;
  /** A copy of the first bytes, for the journal. */
  readonly head: Buffer;
};

/** Returns a body of text with its length in bytes of UTF-8. `latin1`: the same text, if it is ASCII: Node writes it faster. */
export function textBody(text: string) {
  const length = Buffer.byteLength(text);
  return { kind: 'text' as const, text, length, latin1: length === text.length ? text : undefined };
}

/** A response as a value: operations return it, `writeResponse` writes it. */
export type ServiceResponse = {
  readonly status: number;
  /** Alternating names and values, without Content-Length. */
  readonly headers: readonly string[];
  readonly body?: ResponseBody;
};

const none: readonly string[] = [];
/** Lets pages of any origin, without credentials, read a response with all its headers. Fetch, 3.3.3. */
export const anyOrigin: readonly string[] = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', '*'],
];

/** The Content-Type of a JSON body: gap `content-type`. */
export function jsonType(exchange: Exchange): string {
  return choice(exchange, 'content-type') === 'charset'
    ? 'application/json; charset=utf-8'
    : 'application/json';
}

/** The headers that every response may carry: gap `cors`, and `Sim-Gaps` if `gapsHeader` is set. */
export function extraHeaders(exchange: Exchange, gapsHeader: boolean): readonly string[] {
  const cors =
    exchange.req.headers.origin !== undefined && choice(exchange, 'cors') === 'on' ? anyOrigin : none;
  const { reliedOn, choices } = exchange.entry;
  if (!gapsHeader || reliedOn.length === 0) return cors;
  const relied = [...new Set(reliedOn)].map((key) => `${key}=${choices[key]}`);
  return [...cors, 'Sim-Gaps', relied.join(', ')];
}

/** All headers of a response, with its Content-Length; 204 and 304 have none. RFC 9110, 8.6. */
export function headersToSend(
  { status, headers, body }: ServiceResponse,
  extra: readonly string[],
): string[] {
  if (status === 204 || status === 304) return [...headers, ...extra];
  return [...headers, ...extra, 'Content-Length', `${body?.length ?? 0}`];
}
