import type { Disturb } from './disturbance.ts';
import type { ExchangeStart, OpenExchange, UpstreamFailure } from './open-exchange.ts';
import type { UpstreamConnection, UpstreamEvents } from './upstream-connection.ts';

/** What the connections of a proxy share. */
export type RelayContext = {
  /** The value of Host for the upstream. */
  readonly authority: string;
  /** Milliseconds without a byte of a client that has to send or read some, or that has no request. */
  readonly clientIdleMs: number;
  /** Opens a connection to the upstream. */
  connect(events: UpstreamEvents): UpstreamConnection;
  /** Begins an exchange. */
  begin(): ExchangeStart;
  readonly disturb: Disturb | undefined;
  /** Reports an exchange that has ended. */
  report(exchange: OpenExchange, failure?: UpstreamFailure): void;
  /** Counts a request that the proxy did not pass on. */
  refused(): void;
};
