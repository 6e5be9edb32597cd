import type { OperationName } from '../../../operation.ts';
import type { OrderStatus } from '../../orders/order.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { ExchangeEnd } from './journal-entry.ts';
import type { Note } from './note.ts';
import type { Refused } from './refusal-reason.ts';

/** A body in the journal: text if it is UTF-8, else base64; keys are redacted. */
export type ShownBody = {
  /** The number of bytes of the whole body. */
  readonly length: number;
  /** Whether only the first 8 KiB are shown. */
  readonly truncated: boolean;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
};

/** A header field in the journal. */
export type ShownHeader = { readonly name: string; readonly value: string };

/** A fault that fired, and what it did as a phrase: `waited 213 ms`. */
export type ShownFault = { readonly id: string; readonly did: string };

/** One request with its response in the journal, without keys. */
export type JournalExchange = {
  /** Counts from 1 since the scenario was loaded or reset. */
  readonly number: number;
  /** Milliseconds since 1970 on the environment's clock. */
  readonly begunAt: number;
  /** Undefined while the exchange is open. */
  readonly endedAt: number | undefined;
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty for none. */
  readonly query: string;
  readonly headers: readonly ShownHeader[];
  /** How many header fields are not in `headers`, because they are too long together; undefined for none. */
  readonly headersLeftOut: number | undefined;
  /** The header of W3C Trace Context as it was sent, valid or not, up to 256 characters. */
  readonly traceparent: string | undefined;
  readonly body: ShownBody | undefined;
  readonly operation: OperationName | undefined;
  /** The id of the API key of the request; undefined if it had none that exists now. */
  readonly key: string | undefined;
  /** The order of a cancel, with its status before and after; undefined if the cancel was not tried. */
  readonly order:
    | {
        readonly id: bigint;
        readonly before: OrderStatus | undefined;
        readonly after: OrderStatus | undefined;
      }
    | undefined;
  readonly end: ExchangeEnd | undefined;
  /** The response; undefined before it is sent, and if a fault prevented it. */
  readonly answer:
    | {
        readonly status: number;
        readonly headers: readonly ShownHeader[];
        readonly body: ShownBody | undefined;
      }
    | undefined;
  /** The gaps that the response relied on, with their choices. */
  readonly gaps: GapChoiceTexts;
  /** The faults that fired, in order. */
  readonly faults: readonly ShownFault[];
  /** The id of the gate that held the request. */
  readonly gate: string | undefined;
  readonly refused: Refused | undefined;
  readonly notes: readonly Note[];
};
