import { createServer } from 'node:http';
import { type ServedHere, serveHere } from '../../support/serve-here.ts';

/** A server that responds to everything with a page and 500, as a plain Express app does: every fuzzer must find that wrong. */
export function servePages(): Promise<ServedHere> {
  const server = createServer((_request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/html' });
    response.end('<html>Error<br> at handle (/app/server.js:10:5)</html>');
  });
  return serveHere(server);
}
