import { authorization } from '../../contract/api-key.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../../contract/exchange.ts';
import { KnownBodies } from '../../contract/http1/byte-sink.ts';
import { type Decoded, decodeContent } from '../../contract/http1/content-coding.ts';
import { bodyLimit, type ReadResult, tooLargeContent } from '../../contract/http1/response-reader.ts';
import { credentialsRequired } from '../../http/http-proxy.ts';
import { secretsOfCheck } from '../secrets-of-check.ts';
import type { Barrier } from './barrier.ts';
import { exchangeRaw } from './connection.ts';
import { type Destination, readDestination, type SenderOptions } from './destination.ts';

/** Sends one request; its last byte waits for the barrier. Never rejects: a failure is an outcome. */
export type Send = (request: PlannedRequest, barrier?: Barrier) => Promise<Exchange>;

/**
 * Creates the function that sends the requests of a check. Each request has a connection of its own to the target, is
 * sent once, and follows no redirect.
 *
 * This folder is an HTTP client because the checker judges the bytes of a response: `node:http` and undici hide or
 * repair what R02 and R27 look for (framing, bare line feeds, surplus bytes, a body after a 204).
 */
export function createSender(options: SenderOptions): Send {
  const destination = readDestination(options);
  const { maxBodyBytes } = options;
  const { hide } = secretsOfCheck(options);
  const bodies = new KnownBodies();
  // A proxy that can respond instead of the target. It cannot inside a tunnel.
  const proxy = destination.secure ? undefined : destination.proxy;
  const outcomeOf = async (
    result: ReadResult,
    method: string,
    durationMs: number,
  ): Promise<ExchangeOutcome> => {
    if (result.kind === 'failed')
      return { kind: 'failed', reason: result.reason, message: hide(result.message) };
    const { statusLine, status, rawHeaders } = result.head;
    const decoded = await decode(result, method, bodyLimit(status, maxBodyBytes));
    if (decoded.kind === 'too-large')
      return { kind: 'failed', reason: 'too-large', message: tooLargeContent(status, maxBodyBytes) };
    if (status === 407 && proxy !== undefined)
      return { kind: 'failed', reason: 'proxy', message: credentialsRequired(proxy.where) };
    const faults = decoded.kind === 'fault' ? [...result.faults, decoded.fault] : result.faults;
    const response = {
      statusLine,
      status,
      rawHeaders,
      content: bodies.keep(result.content),
      body: decoded.kind === 'decoded' ? bodies.keep(decoded.body) : undefined,
      faults: faults.map((fault) => hide(fault)),
      durationMs,
    };
    return { kind: 'responded', response };
  };
  let sent = 0;
  return async (request, barrier) => {
    sent += 1;
    const number = sent;
    const startedAt = options.now();
    const text = requestText(destination, request, options.apiKey);
    const { method } = request;
    const result = await exchangeRaw(destination, { text, method, known: bodies.longest, barrier }, options);
    const outcome = await outcomeOf(result, method, options.now() - startedAt);
    return { number, request, startedAt, outcome };
  };
}

function requestText(destination: Destination, request: PlannedRequest, apiKey: string): string {
  const query = request.query === '' ? '' : `?${request.query}`;
  const path = `${destination.basePath}${request.path}${query}`;
  if (!/^\/[\x21-\x7e]*$/.test(path))
    throw new Error('A path must be percent-encoded ASCII and begin with a slash.');
  const value = authorization(request.key, apiKey);
  const credentials = value === undefined ? [] : [['Authorization', value] as const];
  const { headers = [] } = request;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const common = destination.headers.filter(([name]) => !names.has(name.toLowerCase()));
  const lines = [...common, ...headers, ...credentials].map(([name, text]) => `${name}: ${text}\r\n`);
  const { proxy, secure, where } = destination;
  const target = proxy === undefined || secure ? path : `http://${where}${path}`;
  return `${request.method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

async function decode(
  { head, content, damaged }: ReadResult & { kind: 'response' },
  method: string,
  limit: number,
): Promise<Decoded | { readonly kind: 'damaged' }> {
  if (damaged) return { kind: 'damaged' };
  // These have no content that could be encoded. The bytes after a 204 are shown as they are.
  if (head.status === 204 || head.status === 304 || method === 'HEAD')
    return { kind: 'decoded', body: content };
  return decodeContent(content, head.rawHeaders, limit);
}
