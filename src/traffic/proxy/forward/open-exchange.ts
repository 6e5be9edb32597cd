import {
  type ClientRequest,
  type IncomingMessage,
  request as requestUpstream,
  type ServerResponse,
} from 'node:http';
import { resetConnection } from '../../../http/reset-connection.ts';
import type { ForwardedOutcome, OnProxied } from '../proxied-exchange.ts';
import { headersToSend, pairsOf } from './headers.ts';
import { sendOwn } from './own-response.ts';
import { findHead, maxHeadBytes, ResponseBytes } from './response-bytes.ts';
import type { UpstreamAgent } from './upstream-agent.ts';

export type ExchangeContext = {
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
  readonly #startedAt: number;
  readonly #bytes: ResponseBytes;
  /** The response of the upstream, when its head has arrived. */
  #incoming: IncomingMessage | undefined;
  #reported = false;

  constructor(request: IncomingMessage, response: ServerResponse, context: ExchangeContext) {
    const { agent, authority, keepBytes } = context;
    this.#context = context;
    this.#request = request;
    this.#response = response;
    this.#startedAt = Date.now();
    this.#bytes = new ResponseBytes(keepBytes);
    const { method = '', url = '' } = request;
    this.#outgoing = requestUpstream({
      ...{ agent, method, path: url, maxHeaderSize: maxHeadBytes },
      headers: headersToSend(method, request.rawHeaders, authority),
    });
    this.#outgoing.maxHeadersCount = 0;
    this.#outgoing.once('socket', () => {
      agent.tap = this.#bytes.add;
      agent.onIdle = () => this.#upstreamIdle();
    });
    this.#outgoing.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
      const lines = pairsOf(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
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
      if (request.rawTrailers.length > 0) this.#outgoing.addTrailers(pairsOf(request.rawTrailers));
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
      if (response.write(chunk)) return;
      incoming.pause();
      response.once('drain', () => incoming.resume());
    });
    incoming.on('end', () => {
      if (!incoming.complete) return;
      if (incoming.rawTrailers.length > 0) response.addTrailers(pairsOf(incoming.rawTrailers));
      this.#report(this.#responded(true));
      response.end();
    });
    incoming.on('error', () => this.#cut());
  }

  /** Cuts the response: the upstream did not send the rest of it. */
  #cut(): void {
    this.#report(this.#responded(false));
    this.#outgoing.destroy();
    const { socket } = this.#request;
    // After what was written, so that the client cannot take the response for complete.
    if (!socket.destroyed) socket.write('', () => resetConnection(socket));
  }

  #broke(error: Error): void {
    if (this.#incoming !== undefined) {
      if (!this.#incoming.complete) this.#cut();
      return;
    }
    if (this.#response.destroyed) return;
    const refused = /^HPE_/.test(Reflect.get(error, 'code') ?? '') && findHead(this.#bytes.bytes());
    // Node refuses some responses that can be judged.
    if (refused) this.#report(this.#responded(false));
    this.#fail(502, this.#context.agent.describe(error));
  }

  #switches(): void {
    this.#fail(502, 'Its response is malformed: it switches protocols, which was not asked for.');
  }

  /** Responds with 502 or 504: the upstream did not respond. */
  #fail(status: 502 | 504, reason: string): void {
    const connected = this.#context.agent.isOpen;
    this.#report({ kind: 'upstream-failed', status, reason, connected });
    this.#outgoing.destroy();
    if (this.#response.headersSent || this.#response.destroyed) return;
    // After it, the connection is closed.
    sendOwn(this.#response, { status, reason: 'upstream-failed', message: `The upstream failed: ${reason}` });
    this.#request.resume();
  }

  /** The upstream is late, unless the client is: it does not send its request, or does not read the response. */
  #upstreamIdle(): void {
    const { complete } = this.#request;
    if (!complete || this.#response.writableNeedDrain || this.#response.writableEnded) return;
    const { agent } = this.#context;
    if (this.#incoming !== undefined) this.#cut();
    else this.#fail(504, agent.whyLate());
  }

  /** The client left, or has everything. */
  #closed(): void {
    if (this.#reported) return;
    this.#report(this.#incoming === undefined ? { kind: 'client-left' } : this.#responded(false));
    this.#outgoing.destroy();
  }

  #responded(complete: boolean): ForwardedOutcome {
    const bytes = this.#bytes.bytes();
    const status = this.#incoming?.statusCode ?? findHead(bytes)?.head.status ?? 0;
    return { kind: 'responded', response: { status, bytes, isLong: this.#bytes.isLong, complete } };
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
