import { Duplex } from 'node:stream';
import type { CreateConnection } from '../../../src/check/connection/open-request.ts';
import { createSender } from '../../../src/check/connection/sender.ts';
import type { RequestKey } from '../../../src/contract/api-key.ts';
import type { Exchange, OperationId } from '../../../src/contract/exchange.ts';
import { cancelOrder, listOrders } from '../../../src/contract/requests.ts';
import { expire } from '../../support/expire.ts';

/** What a server sends: a text, or pieces of one. */
export type Sent = string | Buffer | readonly Buffer[];

export type Asked = Partial<{
  operationId: OperationId;
  key: RequestKey;
  /** Whether the connection stays open after the response. */
  ending: 'close' | 'hold';
  timeoutMs: number;
  maxBodyBytes: number;
}>;

/** A response, and the rules that it breaks, each with the place of its first finding: `R05 header Content-Type, R08 /0/id`. */
export type ResponseCase = readonly [name: string, response: Sent, breaks?: string, asked?: Asked];

/** Returns a connection in memory to a target that responds to any request with these pieces. */
const respondingWith =
  (pieces: readonly (string | Buffer)[], ending: Asked['ending']): CreateConnection =>
  () => {
    const socket = new Duplex({
      read: () => undefined,
      write: (_piece, _encoding, done) => {
        done();
        for (const piece of pieces) socket.push(piece);
        if (ending !== 'hold') socket.push(null);
      },
      // The client closes the connection.
      final: (done) => {
        socket.push(null);
        done();
      },
    });
    return socket;
  };

/** Sends one request to a target that responds with `sent`, without a socket. */
export async function exchangeWith(sent: Sent, asked: Asked = {}): Promise<Exchange> {
  const { operationId = 'listOrders', key, ending, timeoutMs, maxBodyBytes = 10_000_000 } = asked;
  const pieces = typeof sent === 'string' || Buffer.isBuffer(sent) ? [sent] : sent;
  const send = createSender(
    {
      ...{ target: { baseUrl: 'http://127.0.0.1/v1' }, apiKey: 'valid-key-4711', now: () => 0 },
      ...{ timeoutMs: timeoutMs ?? 60_000, maxBodyBytes },
    },
    respondingWith(pieces, ending),
  );
  const run = () => send(operationId === 'listOrders' ? listOrders(key) : cancelOrder(12n, key));
  return timeoutMs === undefined ? run() : expire(timeoutMs, async () => undefined, run);
}

export const json = 'Content-Type: application/json';

/** A complete response; Content-Length is added. */
export function response(status: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes]);
}

/** A list response with this body. */
export function list(body: string | Buffer, ...headers: readonly string[]): Buffer {
  return response('200 OK', headers.length === 0 ? [json] : headers, body);
}

/** A response with this status and Error body, and WWW-Authenticate on a 401. */
export function error(status: number, body: string | Buffer, ...headers: readonly string[]): Buffer {
  const challenge = status === 401 ? ['WWW-Authenticate: Bearer'] : [];
  return response(`${status} Refused`, [...challenge, ...(headers.length === 0 ? [json] : headers)], body);
}
