import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

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
