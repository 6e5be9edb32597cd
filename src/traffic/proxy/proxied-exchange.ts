import type { RawHeaders } from '../../contract/http1/head.ts';

/**
 * The content of a forwarded message after the transfer coding is removed and before the content coding is. `kept` is
 * undefined if the content was longer than the proxy keeps.
 */
export type ForwardedContent = {
  readonly bytes: number;
  readonly kept: Buffer | undefined;
  /** False if the message was cut short: the client or the upstream left. */
  readonly complete: boolean;
};

export type ForwardedRequest = {
  readonly method: string;
  /** The target of the request line, not decoded: `/v1/store/orders?a=b`. */
  readonly target: string;
  readonly rawHeaders: RawHeaders;
  readonly content: ForwardedContent;
};

export type ForwardedResponse = {
  /** As received: `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  readonly status: number;
  readonly rawHeaders: RawHeaders;
  readonly content: ForwardedContent;
};

export type ForwardedOutcome =
  | { readonly kind: 'responded'; readonly response: ForwardedResponse }
  /** The upstream did not respond; the proxy responded with 502 or 504 itself. */
  | {
      readonly kind: 'upstream-failed';
      readonly reason: string;
      /** Whether there was a connection. Without one, nothing was sent that the reason could repeat. */
      readonly connected: boolean;
      readonly status: 502 | 504;
    }
  /** The client left before the response began, or a fault kept the request from the service. */
  | { readonly kind: 'client-left' };

/** An exchange that the proxy forwarded. It contains API keys: redact it before any of it is kept. */
export type ProxiedExchange = {
  /** Counts from 1 in the order in which the requests began. */
  readonly number: number;
  /** When the request began, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly request: ForwardedRequest;
  readonly outcome: ForwardedOutcome;
  /**
   * The faults that the proxy injected: `fault-1: waited 200 ms`. An exchange with a fault is not judged; its response is
   * that of the upstream, which the client may not have received.
   */
  readonly injected: readonly string[];
};

/** Receives each exchange when it has ended. It must return at once: the next request may be waiting. */
export type OnProxied = (exchange: ProxiedExchange) => void;
