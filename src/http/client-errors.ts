import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { type ErrorCode, errorBody, errorCatalogue } from './error-catalogue.ts';

/** Why a connection was refused before the app saw a request. */
export type RefusedReason =
  | Extract<ErrorCode, 'bad_request' | 'request_timeout' | 'headers_too_large'>
  | 'tls_handshake_timeout'
  | 'too_many_connections';

/** Called once for each connection that is refused. */
export type CountRefused = (reason: RefusedReason) => void;

/** The maximum number of bytes of a refused request that are read, so that its client can read the response. */
const lingerBytes = 8 * 1024 * 1024;
/** The maximum wait for the next of them, in milliseconds. */
const lingerTimeout = 1_000;

/**
 * Responds with an Error body to what Node's parser refuses, then closes the connection: malformed requests (400), slow
 * ones (408), headers that are too large (431). Spec 2 and 7. Closes a connection without a TLS handshake.
 *
 * Reads and discards the rest of a refused request, up to a limit: if the connection were closed with unread bytes, the
 * client would see a reset instead of the response.
 */
export function respondToClientErrors(
  server: Server,
  onRefused: CountRefused,
  extraHeaders: () => readonly string[],
): void {
  // The bytes that each refused connection had received when it got its response.
  const refused = new WeakMap<Socket, number>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy();
    // A client whose connection is not read, because others have their turn or it reads its responses slowly, is not late.
    if (isTimeout(error) && socket.isPaused()) return;
    const before = refused.get(socket);
    if (before !== undefined) {
      // The parser fails again for each further chunk, and at the end.
      const over = socket.readableEnded || socket.bytesRead - before > lingerBytes;
      if (over || isTimeout(error)) socket.destroy();
      return;
    }
    if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') {
      onRefused('tls_handshake_timeout');
      return void socket.destroy();
    }
    // After a reset by the client, too.
    if (!socket.writable) return void socket.destroy();
    refused.set(socket, socket.bytesRead);
    const code = codeOf(error);
    onRefused(code);
    socket.end(textOf(code, extraHeaders()));
    if (isTimeout(error)) socket.once('finish', () => socket.destroy());
    // Node closes a connection at its time-out.
    else socket.setTimeout(lingerTimeout);
  });
}

function isTimeout(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function textOf(code: ErrorCode, extra: readonly string[]): string {
  const body = errorBody(code);
  const { status } = errorCatalogue[code];
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  const more = extra.map((text, at) => (at % 2 === 0 ? `\r\n${text}: ` : text)).join('');
  return `${head}${more}\r\nConnection: close\r\n\r\n${body}`;
}

/** Responds in place of the app, and closes the connection. */
export function sendError(to: ServerResponse, code: ErrorCode, ...headers: readonly string[]): void {
  const body = errorBody(code);
  const content = ['Content-Type', 'application/json', 'Content-Length', `${body.length}`];
  to.writeHead(errorCatalogue[code].status, [...content, ...headers, 'Connection', 'close']);
  to.end(body);
}

function codeOf(error: NodeJS.ErrnoException): Extract<RefusedReason, ErrorCode> {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return isTimeout(error) ? 'request_timeout' : 'bad_request';
}
