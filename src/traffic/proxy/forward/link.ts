import type { ClientConnection } from './client-connection.ts';
import type { Replacement } from './disturbance.ts';
import type { OpenExchange } from './open-exchange.ts';
import { ownResponse } from './own-response.ts';
import type { RelayContext } from './relay-context.ts';
import type { UpstreamConnection } from './upstream-connection.ts';

/** A connection of a client, that to the upstream, the exchange on them, and the ways in which it ends. */
export class Link {
  readonly client: ClientConnection;
  /** Undefined before the first request. */
  upstream: UpstreamConnection | undefined;
  /** Undefined between two requests. */
  exchange: OpenExchange | undefined;
  readonly #context: RelayContext;

  constructor(client: ClientConnection, context: RelayContext) {
    this.client = client;
    this.#context = context;
  }

  /** Passes bytes to the client. */
  pass(bytes: Buffer): void {
    if (bytes.length > 0 && !this.client.write(bytes)) this.upstream?.pause();
  }

  /** Reports the exchange, which is over. */
  report(): void {
    const { exchange } = this;
    if (exchange === undefined) return;
    this.exchange = undefined;
    this.#context.report(exchange);
  }

  /** Closes the connections, after a last response. */
  end(last?: string): void {
    if (this.client.finished) return;
    this.upstream?.destroy();
    this.client.finish(last ?? '');
  }

  /** Reports the exchange and closes the connections. */
  close(last?: string): void {
    this.report();
    this.end(last);
  }

  /** Cuts the response: the upstream did not send the rest of it. */
  breakOff(): void {
    this.report();
    this.upstream?.destroy();
    this.client.breakOff();
  }

  /** Responds with 502 or 504: the upstream did not respond. */
  fail(exchange: OpenExchange, status: 502 | 504, reason: string): void {
    this.exchange = undefined;
    const connected = this.upstream?.open === true;
    this.#context.report(exchange, { kind: 'upstream-failed', status, reason, connected });
    const message = `The upstream failed: ${reason}`;
    this.end(ownResponse({ status, reason: 'upstream-failed', message }, exchange.request.method));
  }

  /** Refuses what the client sent. */
  refuse(status: 400 | 431, message: string): void {
    this.#context.refused();
    if (this.exchange?.responding === true) this.breakOff();
    else this.close(ownResponse({ status, reason: 'refused', message }));
  }

  /** Sends something else than the response. Returns false if the client left, or the connections are closed. */
  async replace(replacement: Replacement): Promise<boolean> {
    const { client } = this;
    for await (const piece of replacement.pieces) {
      if (client.finished) return false;
      if (!client.write(piece)) await client.drained();
    }
    if (client.finished) return false;
    if (replacement.finally === 'reset') this.breakOff();
    if (replacement.finally === 'close') this.close();
    return replacement.finally === 'keep';
  }
}
