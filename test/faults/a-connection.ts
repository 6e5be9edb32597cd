import { connect, type Socket } from 'node:net';

import { testKey } from '../support/open-test-simulator.ts';

/** What a connection received: every byte as latin1, and the error that ended it. */
export type Received = { readonly text: string; readonly error: string | undefined };

export type Connection = {
  readonly socket: Socket;
  readonly closed: Promise<Received>;
  /** Resolves when everything received so far matches. */
  receives(pattern: RegExp): Promise<void>;
};

/** Opens a connection, sends bytes and collects what it receives. */
export function dial(origin: string, bytes: string): Connection {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);

  let text = '';
  let error: string | undefined;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    error = cause.code;
  });
  const closed = new Promise<Received>((resolve) => socket.once('close', () => resolve({ text, error })));
  socket.write(bytes);
  const receives = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!pattern.test(text)) return;
        socket.off('data', look);
        resolve();
      };
      socket.on('data', look);
      look();
    });
  return { socket, closed, receives };
}

/** Returns the bytes of a request with the key of production. */
export function requestBytes(line: string, ...headers: readonly string[]): string {
  const all = [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${testKey}`, ...headers];
  return `${all.join('\r\n')}\r\n\r\n`;
}

export const listRequest: string = requestBytes('GET /v1/store/orders', 'Connection: close');
export const cancelRequest: string = requestBytes('DELETE /v1/store/orders/1', 'Connection: close');
