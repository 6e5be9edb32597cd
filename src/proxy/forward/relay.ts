import type { Socket } from 'node:net';
import { ClientConnection } from './client-connection.ts';
import { readNextRequest } from './next-request.ts';
import { OpenExchange } from './open-exchange.ts';
import { ownResponse } from './own-response.ts';
import type { RelayContext } from './relay-context.ts';
import { headToSend } from './request-to-send.ts';
import type { UpstreamConnection } from './upstream-connection.ts';

const nothing: Buffer = Buffer.alloc(0);

/**
 * A connection of a client, and the connection to the service that belongs to it.
 *
 * Connections to the service are not shared or pooled: what one side does to its connection (keep it, end it, reset it)
 * happens to the other, so a client meets the same races as without the proxy, and no request has to be repeated.
 */
export class Relay {
  readonly #context: RelayContext;
  readonly #client: ClientConnection;
  #upstream: UpstreamConnection | undefined;
  /** Bytes of the client that are not forwarded: a part of a head, or a request behind the current one. */
  #heldRequest = nothing;
  /** A part of the head of a response. */
  #heldResponse = nothing;
  #exchange: OpenExchange | undefined;
  #stopping = false;

  constructor(client: Socket, context: RelayContext) {
    this.#context = context;
    this.#client = new ClientConnection(client, context.clientIdleMs, {
      data: (bytes) => this.#fromClient(bytes),
      drain: () => this.#upstream?.resume(),
      ended: () => this.#clientEnded(),
      closed: () => this.#clientClosed(),
      idle: () => this.#clientIdle(),
    });
  }

  /** Ends the connections after the exchange on them, or at once if there is none. */
  stop(): void {
    this.#stopping = true;
    if (this.#exchange === undefined) this.#end();
  }

  /** Ends the connections at once. */
  destroy(): void {
    this.#client.destroy();
  }

  #fromClient(bytes: Buffer): void {
    this.#heldRequest = this.#heldRequest.length === 0 ? bytes : Buffer.concat([this.#heldRequest, bytes]);
    this.#advance();
  }

  /** Forwards what was received of the current request, or begins the next one. */
  #advance(): void {
    while (this.#heldRequest.length > 0 && !this.#client.finished) {
      const exchange = this.#exchange;
      if (exchange === undefined) {
        if (!this.#beginExchange()) return;
      } else if (exchange.requestBody.done) {
        // The next request waits for the end of this exchange.
        this.#client.pause();
        return;
      } else this.#forwardBody(exchange);
    }
  }

  #beginExchange(): boolean {
    const next = readNextRequest(this.#heldRequest);
    if (next.kind === 'incomplete') return false;
    if (next.kind === 'refused') {
      this.#context.refused();
      this.#end(ownResponse({ status: next.status, reason: 'refused', message: next.message }));
      return false;
    }
    this.#heldRequest = this.#heldRequest.subarray(next.end);
    this.#exchange = new OpenExchange(next.head, next.framing, this.#context.begin());
    this.#send(headToSend(next.head, this.#context.authority));
    return true;
  }

  #forwardBody(exchange: OpenExchange): void {
    const { requestBody } = exchange;
    const end = requestBody.push(this.#heldRequest, 0);
    if (requestBody.fault !== undefined) {
      this.#refuseBody(exchange, requestBody.fault);
      return;
    }
    const bytes = this.#heldRequest.subarray(0, end);
    this.#heldRequest = this.#heldRequest.subarray(end);
    this.#send(bytes);
    this.#finish(exchange);
  }

  #refuseBody(exchange: OpenExchange, why: string): void {
    this.#context.refused();
    if (exchange.responding) this.#breakOff(exchange);
    this.#report(exchange);
    this.#end(ownResponse({ status: 400, reason: 'refused', message: `The request is malformed: ${why}.` }));
  }

  #send(data: string | Buffer): void {
    this.#upstream ??= this.#connect();
    if (!this.#upstream.write(data)) this.#client.pause();
  }

  #connect(): UpstreamConnection {
    return this.#context.connect({
      data: (bytes) => this.#fromUpstream(bytes),
      drain: () => this.#client.resume(),
      ended: () => this.#upstreamEnded(),
      broke: (why) => this.#upstreamBroke(why),
      idle: () => this.#upstreamIdle(),
    });
  }

  #fromUpstream(bytes: Buffer): void {
    if (this.#client.finished) return;
    const all = this.#heldResponse.length === 0 ? bytes : Buffer.concat([this.#heldResponse, bytes]);
    const exchange = this.#exchange;
    const { end, broken } = exchange?.readResponse(all) ?? { end: 0, broken: undefined };
    if (broken !== undefined && exchange?.responding === false) {
      this.#fail(exchange, 502, broken);
      return;
    }
    // Bytes that belong to no response reach the client as without a proxy, but no exchange can follow them.
    const surplus = (exchange === undefined || exchange.responded) && end < all.length;
    this.#pass(surplus ? all : all.subarray(0, end));
    if (surplus) {
      exchange?.addSurplus(all.subarray(end));
      this.#report(exchange);
      this.#end();
      return;
    }
    this.#heldResponse = all.subarray(end);
    if (exchange === undefined) return;
    if (broken === undefined) this.#finish(exchange);
    else this.#breakOff(exchange);
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0 && !this.#client.write(bytes)) this.#upstream?.pause();
  }

  #finish(exchange: OpenExchange): void {
    if (!exchange.done || this.#exchange !== exchange) return;
    this.#report(exchange);
    if (this.#stopping || exchange.clientEnded) {
      this.#end();
      return;
    }
    if (this.#upstream?.full !== true) this.#client.resume();
    this.#advance();
  }

  #report(exchange: OpenExchange | undefined): void {
    if (exchange === undefined || exchange !== this.#exchange) return;
    this.#exchange = undefined;
    this.#context.report(exchange);
  }

  /** The upstream did not respond: responds with 502 or 504. */
  #fail(exchange: OpenExchange, status: 502 | 504, reason: string): void {
    this.#exchange = undefined;
    this.#context.report(exchange, { kind: 'upstream-failed', status, reason });
    const message = `The upstream failed. ${reason}`;
    this.#end(ownResponse({ status, reason: 'upstream-failed', message }, exchange.request.method));
  }

  /** Cuts the response: the upstream did not send the rest of it. */
  #breakOff(exchange: OpenExchange): void {
    this.#report(exchange);
    this.#upstream?.destroy();
    this.#client.breakOff();
  }

  #end(last = ''): void {
    if (this.#client.finished) return;
    this.#heldRequest = nothing;
    this.#upstream?.destroy();
    this.#client.finish(last);
  }

  #clientEnded(): void {
    if (this.#exchange === undefined) {
      this.#end();
      return;
    }
    this.#exchange.clientEnded = true;
    this.#upstream?.end();
  }

  #clientClosed(): void {
    this.#report(this.#exchange);
    this.#upstream?.destroy();
  }

  #upstreamEnded(): void {
    if (this.#client.finished) return;
    const exchange = this.#exchange;
    exchange?.endResponse();
    if (exchange?.responding === false && !exchange.clientEnded) {
      this.#fail(exchange, 502, `${this.#context.authority} closed the connection without a response.`);
      return;
    }
    this.#report(exchange);
    this.#end();
  }

  #upstreamBroke(why: string): void {
    if (this.#client.finished) return;
    const exchange = this.#exchange;
    if (exchange === undefined) this.#end();
    else if (exchange.responding) this.#breakOff(exchange);
    else if (exchange.clientEnded && this.#upstream?.open === true) this.#upstreamEnded();
    else this.#fail(exchange, 502, why);
  }

  /** The upstream is late, unless the client is: it does not send its request, or does not read the response. */
  #upstreamIdle(): void {
    const [exchange, upstream] = [this.#exchange, this.#upstream];
    if (exchange === undefined || upstream === undefined || this.#client.full) return;
    const late = exchange.requestBody.done || upstream.full || !upstream.open;
    if (!late) return;
    if (exchange.responding) this.#breakOff(exchange);
    else this.#fail(exchange, 504, upstream.whyLate());
  }

  #clientIdle(): void {
    const waiting = this.#exchange?.requestBody.done === true && !this.#client.full;
    if (!waiting) this.#client.destroy();
  }
}
