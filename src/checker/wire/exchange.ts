/** The key a request carries. The key itself is put in at the socket and stands in no value that a report can reach. */
export type RequestKey =
  | { readonly kind: 'valid' }
  | { readonly kind: 'none' }
  /** Not a key of the target: made from the valid one, or out of nothing. */
  | {
      readonly kind: 'invalid';
      readonly how:
        | 'random'
        | 'one-character-less'
        | 'one-character-more'
        | 'other-case'
        | 'other-scheme'
        | 'empty';
    };

/** The operations of the contract that the checker exercises. */
export type OperationId = 'listOrders' | 'cancelOrder';

/** One request that a probe means to send, whole but for the key. */
export type PlannedRequest = {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'DELETE';
  /** The path below the base address: `/store/orders/12`. */
  readonly path: string;
  /** Without the question mark; empty for none. */
  readonly query: string;
  readonly key: RequestKey;
};

/** An answer as it came, to the byte. */
export type Answer = {
  /** As received: `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  readonly status: number;
  /** Names as received, repetitions kept, in order. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** The content after transfer coding is undone, before content coding is. */
  readonly content: Buffer;
  /**
   * The content with its coding (gzip, deflate, br, zstd) undone; undefined where that failed, and where the content
   * is cut short or wrongly framed. After a 204: the bytes that should not be there.
   */
  readonly body: Buffer | undefined;
  /** What is wrong with the message itself (truncated, surplus bytes, undecodable, two Content-Types …), as sentences. */
  readonly faults: readonly string[];
  /** From the first byte sent to the last received. */
  readonly durationMs: number;
};

/** Why no answer could be had. */
export type FailureReason =
  | 'dns'
  | 'refused'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'too-large'
  | 'malformed'
  | 'aborted'
  | 'budget';

/** What came of a request. */
export type ExchangeOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

/** One request with what came of it. */
export type Exchange = {
  /** Counts from 1 in the order of sending. */
  readonly number: number;
  readonly request: PlannedRequest;
  /** Milliseconds since 1970 when the request was sent. */
  readonly startedAt: number;
  readonly outcome: ExchangeOutcome;
};

/** Sends one request and never rejects: whatever happens is in the outcome. */
export type Send = (request: PlannedRequest) => Promise<Exchange>;
