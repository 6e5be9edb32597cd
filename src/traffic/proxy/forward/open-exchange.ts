import {
  type ClientRequest,
  type IncomingMessage,
  request as requestUpstream,
  type ServerResponse,
} from 'node:http';
import { faultInContent, headOf, isParseError, pairsOf } from '../../../contract/http1/received-message.ts';
import { resetConnection } from '../../../http/client-connection.ts';
import type { Failure } from '../../../http/endpoint.ts';
import type { ForwardedOutcome, OnProxied } from '../proxied-exchange.ts';
import { sendOwn } from './own-response.ts';
import type { UpstreamAgent } from './upstream-agent.ts';

/** The maximum number of bytes of a head. Services have smaller limits, which are theirs to apply. */
export const maxHeadBytes: number = 64 * 1024;

type ExchangeContext = {
  readonly agent: UpstreamAgent;
  /** The value of Host for the upstream. */
  readonly authority: string;
  readonly keepBytes: number;
  readonly number: number;
  readonly onExchange: OnProxied;
};

/** Forwards one request, and its response. */
export class OpenExchange {
  readonly #context: ExchangeContext;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #outgoing: ClientRequest;
  readonly #startedAt: number = Date.now();
  /** The response of the upstream, when its head has arrived, and its content as far as it is kept. */
  #incoming: IncomingMessage | undefined;
  #content: Buffer[] = [];
  #length = 0;
  #fault: string | undefined;
  #reported = false;

  constructor(request: IncomingMessage, response: ServerResponse, context: ExchangeContext) {
    this.#context = context;
    this.#request = request;
    this.#response = response;
    const { method = '', url: path = '', rawHeaders } = request;
    const { agent, authority } = context;
    const headers = headersToSend(method, rawHeaders, authority);
    this.#outgoing = requestUpstream({ agent, method, path, headers, maxHeaderSize: maxHeadBytes });
    this.#outgoing.maxHeadersCount = 0;
    this.#outgoing.once('socket', () => {
      agent.onIdle = () => this.#upstreamIdle();
    });
    this.#outgoing.on('information', ({ statusCode, statusMessage, rawHeaders: sent }) => {
      const lines = pairsOf(sent).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
      response.socket?.write(head, 'latin1');
    });
    this.#outgoing.on('response', (incoming) => this.#respond(incoming));
    this.#outgoing.on('upgrade', () => this.#switches());
    this.#outgoing.on('error', (error) => this.#broke(error));
    request.on('error', () => {});
    this.#sendRequest();
    response.on('close', () => this.#closed());
  }

  get isResponding(): boolean {
    return this.#response.headersSent;
  }

  /** Ends the exchange because the client sent what is not HTTP. */
  abandon(): void {
    this.#report({ kind: 'client-left' });
    this.#outgoing.destroy();
  }

  #sendRequest(): void {
    const request = this.#request;
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (length === undefined && coding === undefined) {
      this.#outgoing.end();
      return;
    }
    request.once('end', () => {
      this.#outgoing.addTrailers(pairsOf(request.rawTrailers));
    });
    request.pipe(this.#outgoing);
  }

  #respond(incoming: IncomingMessage): void {
    if (incoming.statusCode === 101) {
      this.#switches();
      return;
    }
    const response = this.#response;
    this.#incoming = incoming;
    // Nothing of Node's own is added.
    response.sendDate = false;
    for (const name of ['connection', 'transfer-encoding', 'content-length']) response.removeHeader(name);
    response.writeHead(incoming.statusCode ?? 0, incoming.statusMessage, incoming.rawHeaders);
    // With the first bytes of the body, if they are in the same packet.
    setImmediate(() => response.flushHeaders());
    incoming.on('data', (chunk) => {
      this.#keep(chunk);
      if (response.write(chunk)) return;
      incoming.pause();
      response.once('drain', () => incoming.resume());
    });
    incoming.on('end', () => {
      if (!incoming.complete) return;
      response.addTrailers(pairsOf(incoming.rawTrailers));
      this.#report(this.#responded(incoming));
      response.end();
    });
    incoming.on('error', () => this.#cut(incoming));
  }

  #keep(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length <= this.#context.keepBytes) this.#content.push(chunk);
    else this.#content = [];
  }

  /** Cuts the response: the upstream did not send the rest of it. */
  #cut(incoming: IncomingMessage): void {
    this.#report(this.#responded(incoming));
    this.#outgoing.destroy();
    const { socket } = this.#request;
    // After what was written, so that the client cannot take the response for complete.
    if (!socket.destroyed) socket.write('', () => resetConnection(socket));
  }

  #broke(error: NodeJS.ErrnoException): void {
    const incoming = this.#incoming;
    if (incoming === undefined) {
      if (!this.#response.destroyed) this.#fail(502, this.#context.agent.describe(error));
      return;
    }
    const { complete, statusCode } = incoming;
    if (isParseError(error)) {
      const { fault, surplus } = faultInContent(error, complete ? statusCode : undefined);
      this.#fault = fault;
      if (surplus !== undefined) this.#keep(surplus);
    }
    if (!complete) this.#cut(incoming);
  }

  #switches(): void {
    const message = 'It switches protocols (101), which was not asked for.';
    this.#fail(502, { reason: 'malformed', message });
  }

  /** Responds with 502 or 504: the upstream did not respond. */
  #fail(status: 502 | 504, failure: Failure): void {
    const { reason, message } = failure;
    this.#report({ kind: 'upstream-failed', reason, message });
    this.#outgoing.destroy();
    if (this.#response.headersSent || this.#response.destroyed) return;
    // After it, the connection is closed.
    sendOwn(this.#response, {
      status,
      reason: 'upstream-failed',
      message: `The upstream failed: ${message}`,
    });
    this.#request.resume();
  }

  /** The upstream is late, unless the client is: it does not send its request, or does not read the response. */
  #upstreamIdle(): void {
    const { complete } = this.#request;
    if (!complete || this.#response.writableNeedDrain || this.#response.writableEnded) return;
    if (this.#incoming !== undefined) this.#cut(this.#incoming);
    else this.#fail(504, this.#context.agent.whyLate());
  }

  /** The client left, or has everything. */
  #closed(): void {
    if (this.#reported) return;
    this.#report(this.#incoming === undefined ? { kind: 'client-left' } : this.#responded(this.#incoming));
    this.#outgoing.destroy();
  }

  #responded(incoming: IncomingMessage): ForwardedOutcome {
    const fault = this.#fault;
    const isCut = fault === undefined && !incoming.complete;
    const lack = isCut ? 'cut' : this.#length > this.#context.keepBytes ? 'long' : undefined;
    const content = isCut ? Buffer.alloc(0) : Buffer.concat(this.#content);
    return {
      kind: 'responded',
      lack,
      response: { ...headOf(incoming), content, isWhole: lack === undefined, fault },
    };
  }

  #report(outcome: ForwardedOutcome): void {
    if (this.#reported) return;
    this.#reported = true;
    const { number, onExchange } = this.#context;
    const { method = '', url: target = '', rawHeaders } = this.#request;
    const startedAt = this.#startedAt;
    onExchange({
      ...{ number, startedAt, durationMs: Date.now() - startedAt },
      request: { method, target, rawHeaders: pairsOf(rawHeaders) },
      outcome,
    });
  }
}

const switching = /^(?:upgrade|http2-settings)$/i;

/**
 * Returns the headers for the service. They differ from those of the client only in the value of Host, and in the offer to
 * switch protocols (Upgrade), which is left out, because the proxy reads only HTTP/1.1.
 */
export function headersToSend(method: string, rawHeaders: readonly string[], authority: string): string[] {
  const pairs = pairsOf(rawHeaders);
  const has = (name: string): boolean => pairs.some(([given]) => given.toLowerCase() === name);
  const upgrades = has('upgrade');
  const sent = pairs.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'host') return [name, authority];
    if (!upgrades) return [name, value];
    if (switching.test(lower)) return [];
    if (lower !== 'connection') return [name, value];
    const kept = value.split(',').filter((option) => !switching.test(option.trim()));
    return kept.length === 0 ? [] : [name, kept.join(',').trim()];
  });
  // Node would send an empty chunked body.
  const needsLength = !/^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method);
  if (needsLength && !has('content-length') && !has('transfer-encoding')) sent.push('Content-Length', '0');
  return sent;
}
