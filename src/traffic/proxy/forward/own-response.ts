import { type ServerResponse, STATUS_CODES } from 'node:http';

/** The header that only responses of the proxy itself have. */
const markHeader = 'X-Store-Orders-Proxy';

/** Why the proxy responds itself; the value of the header that marks its responses. */
export type OwnResponse = {
  readonly status: 400 | 431 | 502 | 504;
  readonly reason: 'upstream-failed' | 'refused';
  readonly message: string;
};

const codes = {
  400: 'bad_request',
  431: 'headers_too_large',
  502: 'bad_gateway',
  504: 'gateway_timeout',
} as const;

/** Returns the headers and the Error body (specification, 2) of a response, after which the connection is closed. */
function ownResponse({ status, reason, message }: OwnResponse) {
  const body = JSON.stringify({ code: `proxy_${codes[status]}`, message, status });
  const headers = [
    ...['Content-Type', 'application/json', 'Content-Length', `${Buffer.byteLength(body)}`],
    ...[markHeader, reason, 'Connection', 'close'],
  ];
  return { headers, body };
}

export function sendOwn(response: ServerResponse, own: OwnResponse): void {
  const { headers, body } = ownResponse(own);
  response.sendDate = false;
  response.writeHead(own.status, headers).end(body);
}

/** The same as bytes, for a request that Node could not read. */
export function ownResponseText(response: OwnResponse): string {
  const { headers, body } = ownResponse(response);
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${headers[at + 1]}\r\n` : []));
  const { status } = response;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
