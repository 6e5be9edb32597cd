import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A server on a free port of the loopback address, until the block that holds it ends. */
export type ServedHere = AsyncDisposable & { readonly port: number; readonly origin: string };

/** Has a server of a test listen; `origin` is its http address without a path. */
export async function serveHere(server: Server): Promise<ServedHere> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = server.listening ? once(server.close(), 'close') : undefined;
      if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections();
      await closed;
    },
  };
}

/** Returns the status of a response to GET, and `undefined` without one. A key tells a server from a later one at its port. */
export function statusAt(url: string, key: string): Promise<number | undefined> {
  return fetch(url, { headers: { Authorization: `Bearer ${key}` } }).then(
    ({ status }) => status,
    () => undefined,
  );
}

/**
 * A port on which nothing listens: it is assigned to no protocol, lower than those that the system gives out, and `fetch`
 * does not block it.
 */
export const closedPort = 4;

/**
 * Returns a port that nothing listens on, for a program that cannot choose one. It is below those that the system gives to
 * outgoing connections, of which other tests open thousands meanwhile, and above the last one that `fetch` refuses, 10080.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_081, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
