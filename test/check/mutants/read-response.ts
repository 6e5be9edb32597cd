import { Duplex } from 'node:stream';
import type { CreateConnection } from '../../../src/check/connection/open-request.ts';
import { createSender } from '../../../src/check/connection/sender.ts';
import type { ExchangeOutcome, PlannedRequest } from '../../../src/contract/exchange.ts';
import { listOrders } from '../../../src/contract/requests.ts';

/** Returns a connection in memory to a target that responds to any request with these bytes, and closes. */
const respondingWith =
  (bytes: Buffer): CreateConnection =>
  () => {
    const socket = new Duplex({
      read: () => undefined,
      write: (_piece, _encoding, done) => {
        done();
        socket.push(bytes);
        socket.push(null);
      },
    });
    return socket;
  };

/** Returns the outcome of the checker's sender for these bytes and the end of the connection, without a socket. */
export async function readResponse(
  bytes: Buffer,
  request: PlannedRequest = listOrders(),
): Promise<ExchangeOutcome> {
  const target = { baseUrl: 'http://127.0.0.1/v1' };
  const options = { target, apiKey: 'key', timeoutMs: 60_000, now: () => 0 };
  const send = createSender({ ...options, maxBodyBytes: 10_000_000 }, respondingWith(bytes));
  return (await send(request)).outcome;
}
