import tls from 'node:tls';
import type { SenderOptions } from '../../src/check/connection/destination.ts';
import { createSender } from '../../src/check/connection/sender.ts';
import type { ExchangeOutcome } from '../../src/contract/exchange.ts';
import { listOrders } from '../../src/contract/requests.ts';
import { list } from '../contract/responses/ask.ts';
import { certificateFor } from '../support/certificate-for.ts';
import { serveHere } from '../support/serve-here.ts';

export const apiKey = 'Valid-Key-4711';

export const senderFor = (baseUrl: string, change: Partial<SenderOptions> = {}) =>
  createSender({
    target: { baseUrl },
    apiKey,
    timeoutMs: 60_000,
    maxBodyBytes: 1_000_000,
    now: () => 0,
    ...change,
  });

/** Returns what the sender of a check gets for the list. */
export const outcomeOf = async (
  baseUrl: string,
  change: Partial<SenderOptions> = {},
): Promise<ExchangeOutcome> => (await senderFor(baseUrl, change)(listOrders())).outcome;

/** Serves an empty list over TLS with a certificate for these names, and perhaps only to clients with one. */
export async function serveTls(names: Parameters<typeof certificateFor>, clients: tls.TlsOptions = {}) {
  const certificate = await certificateFor(...names);
  const requests: string[] = [];
  const server = tls.createServer({ ...certificate, ...clients }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      requests.push(bytes.toString());
      socket.end(list('[]'));
    });
  });
  server.on('tlsClientError', () => undefined);
  const { port, [Symbol.asyncDispose]: close } = await serveHere(server);
  const baseUrl = `https://127.0.0.1:${port}/v1`;
  return { baseUrl, port, certificate, ca: certificate.cert, requests, [Symbol.asyncDispose]: close };
}
