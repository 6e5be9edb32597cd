import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { serveHere } from '../../support/serve-here.ts';

/** Sends text to a server and reads nothing; responses both sides of the connection. */
export async function sendUnread(
  text: string,
  handle: RequestListener,
): Promise<{ readonly client: Socket; readonly connection: Socket }> {
  const server = createHttpServer(handle);
  const served = await serveHere(server);
  onTestFinished(() => served[Symbol.asyncDispose]());
  const connected = once(server, 'connection');
  const client = connect(served.port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write(text);
  const [connection] = await connected;
  return { client, connection };
}
