import type { Exchange } from '../exchange.ts';
import type { AskedFor } from './asked-for.ts';

/** An exchange of the contract that others had: read from a recording, or forwarded by a proxy. */
export type RecordedExchange = {
  readonly exchange: Exchange;
  /** When the response was complete, in milliseconds since 1970. */
  readonly endedAt: number;
  /** Whether the headers of the response are known. */
  readonly headersKnown: boolean;
  /** Whether all of them are known. Only then is a header that is not there missing. */
  readonly headersComplete: boolean;
  /** Whether the framing of the response is known. Only then can it be correct. */
  readonly framingKnown: boolean;
  readonly asked: AskedFor;
};
