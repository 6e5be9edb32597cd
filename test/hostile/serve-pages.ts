import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers everything with a page and 500, as a plain Express app does: no fuzzer may find it right. */
export async function servePages(): Promise<AsyncDisposable & { readonly origin: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/html' });
    response.end('<html>Error<br> at handle (/app/server.js:10:5)</html>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
