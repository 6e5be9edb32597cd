import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that reads only on demand. */
export async function dial(origin: string, options: { readonly halfOpen?: boolean } = {}): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: options.halfOpen ?? false });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes, and returns what arrives until the server closes the connection. With `end`, the client closes its side. */
export async function exchangeBytes(origin: string, bytes: Buffer, end: boolean): Promise<string> {
  const socket = await dial(origin, { halfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.once('end', () => socket.end());
  if (end) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}
