import { STATUS_CODES } from 'node:http';

/** The header that only responses of the proxy itself have. */
export const markHeader = 'X-Store-Orders-Proxy';

/** Why the proxy responds itself; the value of the header that marks its responses. */
export type OwnReason = 'upstream-failed' | 'refused' | 'injected';

/** A response of the proxy itself. */
export type OwnResponse = {
  readonly status: number;
  readonly reason: OwnReason;
  readonly message: string;
};

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  431: 'headers_too_large',
  501: 'not_implemented',
  502: 'bad_gateway',
  504: 'gateway_timeout',
};

/** Returns the bytes of a response with an Error body (specification, 2), after which the connection is closed. */
export function ownResponse({ status, reason, message }: OwnResponse, method?: string): string {
  const body = JSON.stringify({ code: `proxy_${codes[status] ?? 'error'}`, message, status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${markHeader}: ${reason}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}
