import type { RawHeaders, ReceivedMessage } from '../../contract/http1/received-message.ts';
import type { Failure } from '../../http/endpoint.ts';

export type ForwardedRequest = {
  readonly method: string;
  /** The target of the request line, not decoded: `/v1/store/orders?a=b`. */
  readonly target: string;
  readonly rawHeaders: RawHeaders;
};

export type ForwardedOutcome =
  | {
      readonly kind: 'responded';
      readonly response: ReceivedMessage;
      /** Why its content is missing: the client or the upstream left, or it is longer than the proxy keeps. */
      readonly lack: 'cut' | 'long' | undefined;
    }
  /** The upstream sent no response that Node can read; the proxy responded with 502 or 504 itself. */
  | ({ readonly kind: 'upstream-failed' } & Failure)
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
