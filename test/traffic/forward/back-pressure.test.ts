import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startProxy } from './start-proxy.ts';

const part = Buffer.alloc(64 * 1024, 'a');
const whole = 1600 * part.length;
/** What the buffers of the kernel and of the sockets hold, at most. */
const most = whole / 4;

/** Writes until the other side takes no more, for many turns of the event loop. Returns how many bytes were written. */
async function writeUntilStalled(socket: Socket, from: number): Promise<number> {
  let written = from;
  let idle = 0;
  while (idle < 300 && written < whole) {
    while (!socket.writableNeedDrain && written < whole) {
      socket.write(part);
      written += part.length;
      idle = 0;
    }
    idle += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return written;
}

/** Writes the rest. */
async function writeRest(socket: Socket, from: number): Promise<void> {
  for (let written = from; written < whole; written += part.length)
    if (!socket.write(part)) await once(socket, 'drain');
}

/** Counts bytes until there are so many. */
async function readAll(socket: Socket, count: number): Promise<void> {
  let length = 0;
  for await (const chunk of socket) {
    length += chunk.length;
    if (length === count) return;
  }
}

test('a client that does not read a response of 100 MB stops the upstream, not the proxy', async () => {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${whole}\r\n\r\n`;
  const arrived = Promise.withResolvers<Socket>();
  await using both = await startProxy((socket) => socket.once('data', () => arrived.resolve(socket)));
  const client = connect(both.proxy.port, '127.0.0.1').pause();
  client.write('GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n\r\n');
  const upstream = await arrived.promise;
  upstream.write(head);
  const written = await writeUntilStalled(upstream, 0);
  expect(written).toBeLessThan(most);
  await Promise.all([writeRest(upstream, written), readAll(client, head.length + whole)]);
  expect(both.seen[0]?.outcome).toMatchObject({ lack: 'long' });
});
