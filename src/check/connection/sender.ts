import { authorization } from '../../contract/api-key.ts';
import type { Exchange, ExchangeOutcome, FailureReason, PlannedRequest } from '../../contract/exchange.ts';
import { bodyLimit, tooLargeContent } from '../../contract/http1/content-coding.ts';
import { readMessage } from '../../contract/http1/received-message.ts';
import { credentialsRequired } from '../../http/http-proxy.ts';
import type { Barrier } from './barrier.ts';
import { type Destination, readDestination, type SenderOptions, secretsOfCheck } from './destination.ts';
import { exchangeRaw, type RawRequest, type RawResult } from './exchange-raw.ts';
import type { CreateConnection } from './open-request.ts';

/** Sends one request, which waits for the barrier. Never rejects: a failure is an outcome. */
export type Send = (request: PlannedRequest, barrier?: Barrier) => Promise<Exchange>;

/**
 * Creates the function that sends the requests of a check. Each request has a connection of its own to the target, is
 * sent once, and follows no redirect. Equal bodies are one buffer: lists are long, and most are equal.
 */
export function createSender(options: SenderOptions, connect?: CreateConnection): Send {
  const destination = readDestination(options);
  const bodies: Buffer[] = [];
  const one = (body: Buffer): Buffer => {
    const same = bodies.find((other) => other === body || other.equals(body));
    if (same === undefined) bodies.push(body);
    return same ?? body;
  };
  let sent = 0;
  return async (request, barrier) => {
    sent += 1;
    const number = sent;
    const startedAt = options.now();
    const raw = { ...rawRequest(destination, request, options.apiKey), barrier };
    const result = await exchangeRaw({ ...options, destination, request: raw, connect });
    const outcome = outcomeOf(result, request.method, destination, options);
    if (outcome.kind === 'failed') return { number, request, startedAt, outcome };
    const { body, content } = outcome.response;
    const kept = { content: one(content), body: body && one(body), durationMs: options.now() - startedAt };
    const response = { ...outcome.response, ...kept };
    return { number, request, startedAt, outcome: { kind: 'responded', response } };
  };
}

/** Reads a message, without its time. */
function outcomeOf(
  result: RawResult,
  method: string,
  { proxy, secure }: Destination,
  options: SenderOptions,
): ExchangeOutcome {
  const { hide } = secretsOfCheck(options);
  const failed = (reason: FailureReason, message: string) => ({ kind: 'failed', reason, message }) as const;
  if (result.kind === 'failed') return failed(result.reason, hide(result.message));
  const { message } = result;
  const { status } = message;
  // Inside a tunnel, a proxy cannot respond instead of the target.
  if (status === 407 && proxy !== undefined && !secure)
    return failed('proxy', credentialsRequired(proxy.where));
  const read = readMessage(message, method, bodyLimit(status, options.maxBodyBytes));
  if (read.isTooLarge) return failed('too-large', tooLargeContent(status, options.maxBodyBytes));
  const faults = read.response.faults.map((fault) => hide(fault));
  return { kind: 'responded', response: { ...read.response, faults, durationMs: 0 } };
}

function rawRequest(
  destination: Destination,
  request: PlannedRequest,
  apiKey: string,
): Omit<RawRequest, 'barrier'> {
  const query = request.query === '' ? '' : `?${request.query}`;
  const path = `${destination.basePath}${request.path}${query}`;
  if (!/^\/[\x21-\x7e]*$/.test(path))
    throw new Error('A path must be percent-encoded ASCII and begin with a slash.');
  const value = authorization(request.key, apiKey);
  const credentials = value === undefined ? [] : [['Authorization', value] as const];
  const { headers = [] } = request;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const common = destination.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return {
    method: request.method,
    path,
    headers: [...common, ...headers, ...credentials],
  };
}
