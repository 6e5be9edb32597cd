import { authorization } from './authorization.ts';
import { converse } from './connection.ts';
import { type Decoded, decodeContent } from './content-coding.ts';
import { type Destination, readDestination } from './destination.ts';
import type { Answer, ExchangeOutcome, PlannedRequest, Send } from './exchange.ts';
import { createHideKey, type HideKey } from './hide-key.ts';
import type { ReadMessage } from './message-reader.ts';
import type { SenderSettings } from './sender-settings.ts';

/**
 * Creates the function that sends requests: each on a connection of its own to the target and nowhere else, once, with
 * no redirect followed. Throws a `UserError` when address, key, headers or certificates cannot be used.
 */
export function createSender(settings: SenderSettings): Send {
  const destination = readDestination(settings);
  const hide = createHideKey(settings.apiKey);
  let sent = 0;
  // A check takes the same long list several times: it is kept once.
  let longest: Buffer | undefined;
  return async (request) => {
    sent += 1;
    const number = sent;
    const startedAt = settings.now();
    const question = { request: requestText(destination, request, settings.apiKey), known: longest };
    const message = await converse(destination, question, settings, settings.signal);
    if (message.kind === 'message' && message.content.length > (longest?.length ?? 0))
      longest = message.content;
    const durationMs = settings.now() - startedAt;
    return {
      number,
      request,
      startedAt,
      outcome: await outcomeOf(message, durationMs, settings.maxBodyBytes, hide),
    };
  };
}

function requestText(destination: Destination, request: PlannedRequest, apiKey: string): string {
  const query = request.query === '' ? '' : `?${request.query}`;
  const path = `${destination.basePath}${request.path}${query}`;
  if (!/^\/[\x21-\x7e]*$/.test(path))
    throw new Error('A path must be percent-encoded ASCII and begin with a slash.');
  const value = authorization(request.key, apiKey);
  const credentials = value === undefined ? [] : [['Authorization', value] as const];
  const lines = [...destination.headers, ...credentials].map(([name, text]) => `${name}: ${text}\r\n`);
  return `${request.method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

async function decode(
  { head, content, damaged }: ReadMessage & { kind: 'message' },
  limit: number,
): Promise<Decoded | { readonly kind: 'damaged' }> {
  if (damaged) return { kind: 'damaged' };
  // A 204 has no content that could be encoded: what follows it is shown as it is.
  if (head.status === 204) return { kind: 'decoded', body: content };
  return decodeContent(content, head.rawHeaders, limit);
}

async function outcomeOf(
  message: ReadMessage,
  durationMs: number,
  limit: number,
  hide: HideKey,
): Promise<ExchangeOutcome> {
  if (message.kind === 'failed') {
    return { kind: 'failed', reason: message.reason, message: hide(message.message) };
  }
  const { head, content } = message;
  const decoded = await decode(message, limit);
  if (decoded.kind === 'too-large') {
    return {
      kind: 'failed',
      reason: 'too-large',
      message: `The decoded content has more than ${limit} bytes.`,
    };
  }
  const faults = decoded.kind === 'fault' ? [...message.faults, decoded.fault] : message.faults;
  const answer: Answer = {
    statusLine: head.statusLine,
    status: head.status,
    rawHeaders: head.rawHeaders,
    content,
    body: decoded.kind === 'decoded' ? decoded.body : undefined,
    faults: faults.map((fault) => hide(fault)),
    durationMs,
  };
  return { kind: 'answered', answer };
}
