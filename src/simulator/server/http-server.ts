import { createServer, type RequestListener, type Server } from 'node:http';
import { respondToClientErrors } from './client-errors.ts';
import { errorBody } from './error-catalogue.ts';
import type { TlsCertificate } from './tls.ts';

/** How long, in milliseconds, a client may take. */
export type Patience = {
  /** Until the headers are there. */
  readonly headersTimeout: number;
  /** Until the whole request is there. */
  readonly requestTimeout: number;
  /** Between an answer and the next request. */
  readonly keepAliveTimeout: number;
  /** How often slow requests are looked for. */
  readonly connectionsCheckingInterval: number;
};

const patience: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

const limits = {
  maxHeaderSize: 16 * 1024,
  // Two Host headers, or none, are refused by the app, with an Error body.
  requireHostHeader: false,
};

/**
 * An HTTP server, or an HTTPS one given a certificate, with every limit set and with an Error body on what Node refuses
 * before any app sees it: malformed messages (400), slow ones (408), headers too large (431), an Expect it cannot meet
 * (417). Spec 2 and 7.
 */
export function createHttpServer(
  app: RequestListener,
  certificate?: TlsCertificate,
  clients: Patience = patience,
): Server {
  const options = { ...limits, ...clients };
  const server =
    certificate === undefined
      ? createServer(options, app)
      : process.getBuiltinModule('node:https').createServer({ ...options, ...certificate }, app);
  server.maxHeadersCount = 0;
  respondToClientErrors(server);
  server.on('checkExpectation', (_request, response) => {
    const body = errorBody('expectation_failed');
    response.writeHead(417, [
      'Content-Type',
      'application/json',
      'Content-Length',
      `${body.length}`,
      'Connection',
      'close',
    ]);
    response.end(body);
  });
  return server;
}
