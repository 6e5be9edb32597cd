import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type ServedHere, serveHere } from '../../helpers/serve-here.ts';

/** A port that forwards to the port of an address, as Docker maps one. */
export type MappedPort = ServedHere & { connections(): number };

/** Opens a port that forwards to an address. */
export async function openMappedPort(address: string): Promise<MappedPort> {
  const { hostname, port } = new URL(address);
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const simulator = connect(Number(port), hostname);
    // A reset on one side ends both.
    for (const passing of [pipeline(client, simulator), pipeline(simulator, client)]) passing.catch(() => {});
  });
  return { ...(await serveHere(server)), connections: () => connections };
}
