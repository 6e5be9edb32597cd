import { createServer, request } from 'node:http';
import { serveHere } from '../../support/serve-here.ts';

/** A reverse proxy that offers a server below a path, and removes the path from each request. */
export async function openPrefixProxy(
  prefix: string,
  target: string,
): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${prefix}/`)) return outgoing.writeHead(404).end();
    const path = incoming.url.slice(prefix.length);
    const { method, headers } = incoming;
    const forwarded = request(`${target}${path}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    return incoming.pipe(forwarded);
  });
  const { origin, [Symbol.asyncDispose]: close } = await serveHere(server);
  return { url: origin + prefix, [Symbol.asyncDispose]: close };
}
