import type { RawHeaders } from '../../contract/http1/head.ts';

export type ForwardedRequest = {
  readonly method: string;
  /** The target of the request line, not decoded: `/v1/store/orders?a=b`. */
  readonly target: string;
  readonly rawHeaders: RawHeaders;
};

/** What the upstream sent, byte for byte, as far as the proxy keeps it. */
export type ForwardedResponse = {
  readonly status: number;
  /** From the first head on, interim responses included, with what followed the response in its last packet. */
  readonly bytes: Buffer;
  /** Whether `bytes` is only the beginning, because the response is longer than the proxy keeps. */
  readonly isLong: boolean;
  /** False if the response was cut short: the client or the upstream left. */
  readonly complete: boolean;
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
  /** The client left before the response began. */
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
};

/** Receives each exchange when it has ended. It must return at once: the next request may be waiting. */
export type OnProxied = (exchange: ProxiedExchange) => void;
