import { connect, createServer, type Socket } from 'node:net';
import { type ServedHere, serveHere } from './serve-here.ts';

/** Maps a free port to the port of an origin, as a container engine does; the origin of each connection may be another one. */
export async function mapPort(origin: string | (() => string)): Promise<ServedHere> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const { hostname, port } = new URL(typeof origin === 'string' ? origin : origin());
    const target = connect(Number(port), hostname);
    clients.add(client);
    client.on('error', () => target.destroy()).pipe(target);
    client.on('close', () => target.destroy());
    target.on('error', () => client.destroy()).pipe(client);
  });
  const here = await serveHere(server);
  return {
    ...here,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      await here[Symbol.asyncDispose]();
    },
  };
}
