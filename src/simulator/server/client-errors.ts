import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorBody, errorCatalogue } from './error-catalogue.ts';

/** The bytes of a refused request that are still read, so that its client gets to read why. */
const lingerBytes = 8 * 1024 * 1024;
/** The longest wait, in milliseconds, for the next of them. */
const lingerTimeout = 1_000;

/**
 * Choices what Node refuses before any app sees it with an Error body, then closes: malformed messages (400), slow ones
 * (408), headers too large (431). Spec 2 and 7.
 *
 * What is still on its way of a refused message is read and thrown away, up to a limit: closed before, the connection
 * would be reset, and the client would see that in place of the answer.
 */
export function respondToClientErrors(server: Server): void {
  // Of each answered connection, the bytes that had come by then.
  const answered = new WeakMap<Socket, number>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!isSocket(socket)) return void socket.destroy();
    const before = answered.get(socket);
    if (before !== undefined) {
      // The parser fails again over each part of the rest, and over its end.
      const over = socket.readableEnded || socket.bytesRead - before > lingerBytes;
      if (over || isTimeout(error)) socket.destroy();
      return;
    }
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    answered.set(socket, socket.bytesRead);
    socket.end(textOf(codeOf(error)));
    if (isTimeout(error)) socket.once('finish', () => socket.destroy());
    else socket.setTimeout(lingerTimeout, () => socket.destroy());
  });
}

function isSocket(stream: object): stream is Socket {
  return 'bytesRead' in stream && 'setTimeout' in stream;
}

function isTimeout(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function textOf(code: ErrorCode): string {
  const body = errorBody(code);
  const { status } = errorCatalogue[code];
  const head = `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `${head}\r\nConnection: close\r\n\r\n${body}`;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return isTimeout(error) ? 'request_timeout' : 'bad_request';
}
