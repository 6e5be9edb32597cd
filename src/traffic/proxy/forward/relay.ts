import type { Socket } from 'node:net';
import { ClientConnection } from './client-connection.ts';
import type { Disturbance, Replacement } from './disturbance.ts';
import { Link, type RelayContext } from './link.ts';
import { OpenExchange } from './open-exchange.ts';
import { headToSend, readNextRequest } from './request.ts';
import type { UpstreamConnection } from './upstream-connection.ts';

const nothing: Buffer = Buffer.alloc(0);

/**
 * Forwards the requests of a client over a connection of its own to the service.
 *
 * Connections to the service are not shared or pooled: what one side does to its connection (keep it, end it, reset it)
 * happens to the other, so a client meets the same races as without the proxy, and no request has to be repeated.
 */
export class Relay {
  readonly #context: RelayContext;
  readonly #link: Link;
  /** Bytes of the client that are not forwarded: a part of a head, or a request behind the current one. */
  #heldRequest = nothing;
  /** A part of the head of a response. */
  #heldResponse = nothing;
  #stopping = false;
  /** Aborts when the client has left. */
  readonly #gone = new AbortController();

  constructor(socket: Socket, context: RelayContext) {
    this.#context = context;
    const client = new ClientConnection(socket, context.clientIdleMs, {
      data: (bytes) => this.#fromClient(bytes),
      drain: () => this.#link.upstream?.resume(),
      ended: () => this.#clientEnded(),
      closed: (wasReset) => this.#clientClosed(wasReset),
      idle: () => this.#clientIdle(),
    });
    this.#link = new Link(client, context);
  }

  /** Ends the connections after the exchange on them, or at once if there is none. */
  stop(): void {
    this.#stopping = true;
    if (this.#link.exchange === undefined) this.#link.end();
  }

  destroy(): void {
    this.#link.client.destroy();
  }

  #fromClient(bytes: Buffer): void {
    this.#heldRequest = this.#heldRequest.length === 0 ? bytes : Buffer.concat([this.#heldRequest, bytes]);
    this.#advance();
  }

  /** Forwards what was received of the current request, or begins the next one. */
  #advance(): void {
    const { client } = this.#link;
    while (this.#heldRequest.length > 0 && !client.finished) {
      const { exchange } = this.#link;
      if (exchange === undefined) {
        if (!this.#beginExchange()) return;
      } else if (exchange.requestBody.complete || exchange.phase === 'waiting') {
        // The next request waits for the end of this exchange.
        client.pause();
        return;
      } else this.#forwardBody(exchange);
    }
  }

  #beginExchange(): boolean {
    const next = readNextRequest(this.#heldRequest);
    if (next.kind === 'incomplete') return false;
    if (next.kind === 'refused') {
      this.#link.refuse(next.status, next.message);
      return false;
    }
    this.#heldRequest = this.#heldRequest.subarray(next.end);
    const disturbance = this.#context.disturb?.(next.head);
    const exchange = new OpenExchange(next.head, next.framing, this.#context.begin(), disturbance);
    this.#link.exchange = exchange;
    if (disturbance === undefined) this.#sendHead(exchange);
    else void this.#disturb(exchange, disturbance);
    return true;
  }

  /** Sends a request after what happens to it on purpose, unless that replaces it. */
  async #disturb(exchange: OpenExchange, disturbance: Disturbance): Promise<void> {
    exchange.phase = 'waiting';
    const instead = await disturbance.before(this.#gone.signal);
    if (this.#link.client.finished) return;
    exchange.phase = 'forwarding';
    if (instead === undefined) this.#sendHead(exchange);
    else void this.#replace(exchange, instead);
    this.#link.client.resume();
    this.#advance();
  }

  /** Sends something else than the response. What is left of the request is discarded. */
  async #replace(exchange: OpenExchange, replacement: Replacement): Promise<void> {
    exchange.phase = 'replacing';
    if (!(await this.#link.replace(replacement))) return;
    exchange.phase = 'replaced';
    this.#finish(exchange);
  }

  #forwardBody(exchange: OpenExchange): void {
    const { requestBody } = exchange;
    const end = requestBody.push(this.#heldRequest);
    if (requestBody.fault !== undefined) {
      this.#link.refuse(400, `${requestBody.fault}.`);
      return;
    }
    const bytes = this.#heldRequest.subarray(0, end);
    this.#heldRequest = this.#heldRequest.subarray(end);
    if (exchange.phase === 'forwarding') this.#send(bytes);
    this.#finish(exchange);
  }

  #sendHead({ request }: OpenExchange): void {
    this.#send(headToSend(request, this.#context.authority));
  }

  #send(data: string | Buffer): void {
    this.#link.upstream ??= this.#connect();
    if (!this.#link.upstream.write(data)) this.#link.client.pause();
  }

  #connect(): UpstreamConnection {
    return this.#context.connect({
      data: (bytes) => this.#fromUpstream(bytes),
      drain: () => this.#link.client.resume(),
      ended: () => this.#upstreamEnded(),
      broke: (why) => this.#upstreamBroke(why),
      idle: () => this.#upstreamIdle(),
    });
  }

  #fromUpstream(bytes: Buffer): void {
    const { client, exchange } = this.#link;
    if (client.finished) return;
    const all = this.#heldResponse.length === 0 ? bytes : Buffer.concat([this.#heldResponse, bytes]);
    const { end, broken } = exchange?.readResponse(all) ?? { end: 0, broken: undefined };
    const passed = all.subarray(0, end);
    this.#heldResponse = all.subarray(end);
    if (exchange?.responding === false && broken !== undefined) this.#link.fail(exchange, 502, broken);
    else if (exchange?.isHeld === true && broken === undefined) this.#hold(exchange, passed);
    else if ((exchange === undefined || exchange.responded) && end < all.length) {
      // Bytes that belong to no response reach the client as without a proxy, but no exchange can follow them.
      exchange?.addSurplus(this.#heldResponse);
      this.#link.pass(all);
      this.#link.close();
    } else {
      this.#link.pass(exchange?.release() ?? nothing);
      this.#link.pass(passed);
      if (broken !== undefined) this.#link.breakOff();
      else if (exchange !== undefined) this.#finish(exchange);
    }
  }

  /** Keeps bytes of a response until it is complete, or too long. */
  #hold(exchange: OpenExchange, bytes: Buffer): void {
    // Bytes behind the response: no exchange can follow them.
    if (exchange.responded && this.#heldResponse.length > 0) this.#stopping = true;
    if (!exchange.hold(bytes)) {
      this.#link.pass(exchange.release());
      this.#finish(exchange);
      return;
    }
    const instead = exchange.phase === 'forwarding' ? exchange.replacement(this.#gone.signal) : undefined;
    if (instead !== undefined) void this.#replace(exchange, instead);
  }

  #finish(exchange: OpenExchange): void {
    const { client, upstream } = this.#link;
    if (!exchange.done || this.#link.exchange !== exchange) return;
    this.#link.report();
    if (this.#stopping || exchange.clientEnded) {
      this.#link.end();
      return;
    }
    if (upstream?.full !== true) client.resume();
    this.#advance();
  }

  #clientEnded(): void {
    const { exchange, upstream } = this.#link;
    // A client that leaves before its request does cancels nothing.
    if (exchange === undefined || exchange.phase === 'waiting') {
      this.#link.close();
      return;
    }
    exchange.clientEnded = true;
    if (exchange.phase === 'forwarding') upstream?.end();
  }

  #clientClosed(wasReset: boolean): void {
    this.#gone.abort();
    this.#link.report();
    if (wasReset) this.#link.upstream?.reset();
    else this.#link.upstream?.destroy();
  }

  #upstreamEnded(): void {
    const { client, exchange } = this.#link;
    if (client.finished) return;
    exchange?.endResponse();
    if (exchange !== undefined && this.#goesOn(exchange)) return;
    if (exchange === undefined || exchange.responding || exchange.clientEnded) this.#link.close();
    else
      this.#link.fail(exchange, 502, `${this.#context.authority} closed the connection without a response.`);
  }

  #upstreamBroke(why: string): void {
    const { client, exchange, upstream } = this.#link;
    if (client.finished) return;
    if (exchange === undefined) this.#link.end();
    else if (this.#goesOn(exchange)) return;
    else if (exchange.responding) this.#link.breakOff();
    else if (exchange.clientEnded && upstream?.open === true) this.#link.close();
    else this.#link.fail(exchange, 502, why);
  }

  /** Whether an exchange goes on without the upstream, because its response is replaced. It is then the last one. */
  #goesOn(exchange: OpenExchange): boolean {
    if (exchange.isHeld && exchange.phase === 'forwarding') {
      if (exchange.responded) this.#hold(exchange, nothing);
      else this.#link.pass(exchange.release());
    }
    if (exchange.phase === 'forwarding') return false;
    this.#stopping = true;
    return true;
  }

  /** The upstream is late, unless the client is: it does not send its request, or does not read the response. */
  #upstreamIdle(): void {
    const { client, exchange, upstream } = this.#link;
    if (exchange?.phase !== 'forwarding' || upstream === undefined || client.full) return;
    const late = exchange.requestBody.complete || upstream.full || !upstream.open;
    if (!late) return;
    if (exchange.responding) this.#link.breakOff();
    else this.#link.fail(exchange, 504, upstream.whyLate());
  }

  #clientIdle(): void {
    const { client, exchange } = this.#link;
    const waiting = exchange?.requestBody.complete === true && !client.full;
    if (!waiting) client.destroy();
  }
}
