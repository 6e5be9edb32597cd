import { connect, type Socket } from 'node:net';

import { testKey } from '../../../helpers/open-test-simulator.ts';

/** What a connection came to: every byte as latin1, and the error that ended it. */
export type Received = { readonly text: string; readonly error: string | undefined };

export type Connection = {
  readonly socket: Socket;
  readonly closed: Promise<Received>;
  /** Resolves once everything that came so far matches. */
  came(pattern: RegExp): Promise<void>;
};

/** Opens a connection, sends bytes and collects what comes. */
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
  const came = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!pattern.test(text)) return;
        socket.off('data', look);
        resolve();
      };
      socket.on('data', look);
      look();
    });
  return { socket, closed, came };
}

/** A request with the key of production, on a connection that closes behind it unless told otherwise. */
export function requestBytes(line: string, ...headers: readonly string[]): string {
  const all = [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${testKey}`, ...headers];
  return `${all.join('\r\n')}\r\n\r\n`;
}

export const listRequest: string = requestBytes('GET /v1/store/orders', 'Connection: close');
export const cancelRequest: string = requestBytes('DELETE /v1/store/orders/1', 'Connection: close');
