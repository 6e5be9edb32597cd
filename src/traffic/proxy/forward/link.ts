import { STATUS_CODES } from 'node:http';
import type { ClientConnection } from './client-connection.ts';
import type { Disturb, Replacement } from './disturbance.ts';
import type { ExchangeStart, OpenExchange, UpstreamFailure } from './open-exchange.ts';
import type { UpstreamConnection, UpstreamEvents } from './upstream-connection.ts';

/** What the connections of a proxy share. */
export type RelayContext = {
  /** The value of Host for the upstream. */
  readonly authority: string;
  /** Milliseconds without a byte of a client that has to send or read some, or that has no request. */
  readonly clientIdleMs: number;
  connect(events: UpstreamEvents): UpstreamConnection;
  begin(): ExchangeStart;
  readonly disturb: Disturb | undefined;
  report(exchange: OpenExchange, failure?: UpstreamFailure): void;
};

/** The header that only responses of the proxy itself have. */
export const markHeader = 'X-Store-Orders-Proxy';

/** Why the proxy responds itself; the value of the header that marks its responses. */
type OwnReason = 'upstream-failed' | 'refused' | 'injected';

type OwnResponse = {
  readonly status: number;
  readonly reason: OwnReason;
  readonly message: string;
};

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  431: 'headers_too_large',
  501: 'not_implemented',
  502: 'bad_gateway',
  504: 'gateway_timeout',
};

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

  pass(bytes: Buffer): void {
    if (bytes.length > 0 && !this.client.write(bytes)) this.upstream?.pause();
  }

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

  refuse(status: 400 | 431, message: string): void {
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

/** Returns the bytes of a response with an Error body (specification, 2), after which the connection is closed. */
function ownResponse({ status, reason, message }: OwnResponse, method?: string): string {
  const body = JSON.stringify({ code: `proxy_${codes[status] ?? 'error'}`, message, status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${markHeader}: ${reason}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}
