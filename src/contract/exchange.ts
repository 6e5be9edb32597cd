import type { RequestKey } from './api-key.ts';

/** The operations of the contract that the checker exercises. */
export type OperationId = 'listOrders' | 'cancelOrder';

/** The statuses that the specification shows for each operation (4.1 and 4.2). */
export const documentedStatuses: Readonly<Record<OperationId, readonly number[]>> = {
  listOrders: [200, 401],
  cancelOrder: [204, 401, 404, 409],
};

/** A request that a probe wants to send, complete except for the key. */
export type PlannedRequest = {
  /** Undefined for a request whose response the contract leaves open: it only shows a gap. */
  readonly operationId: OperationId | undefined;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'DELETE';
  /** The path below the base address: `/store/orders/12`. */
  readonly path: string;
  /** Without the question mark; empty for none. */
  readonly query: string;
  readonly key: RequestKey;
  /** They replace those that every request has. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
};

export type ReceivedResponse = {
  /** As received: `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  readonly status: number;
  /** Names as received, in order, with repetitions. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** The content after the transfer coding is removed and before the content coding is. */
  readonly content: Buffer;
  /**
   * The decoded content (gzip, deflate, br, zstd). Undefined if decoding failed or the content is cut short or wrongly
   * framed. After a 204: the bytes that should not be there. Equal bodies of one check are the same buffer.
   */
  readonly body: Buffer | undefined;
  /** The length of the decoded content, if `body` is only its beginning. */
  readonly bodyBytes?: number;
  /** What is wrong with the message itself (truncated, surplus bytes, two Content-Types …), as sentences. */
  readonly faults: readonly string[];
  /** From the first byte sent to the last byte received. */
  readonly durationMs: number;
};

export type FailureReason =
  | 'dns'
  | 'refused'
  | 'proxy'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'too-large'
  | 'malformed'
  /** The response begins as that of another protocol. */
  | 'not-http'
  | 'aborted';

/** Whether a failure is a response that breaks R02. Other failures say nothing about the contract. */
export function breaksR02(reason: FailureReason): boolean {
  return reason === 'malformed' || reason === 'not-http';
}

export type ExchangeOutcome =
  | { readonly kind: 'responded'; readonly response: ReceivedResponse }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

export type Exchange = {
  readonly number: number;
  readonly request: PlannedRequest;
  /** When the request was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly outcome: ExchangeOutcome;
};

export function statusOf(exchange: Exchange | undefined): number | undefined {
  return exchange?.outcome.kind === 'responded' ? exchange.outcome.response.status : undefined;
}

/** Returns the values of a header, in order. The case of `name` does not matter. */
export function headerValues(rawHeaders: ReceivedResponse['rawHeaders'], name: string): string[] {
  const wanted = name.toLowerCase();
  return rawHeaders.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value);
}

/** Returns a response on one line: its status line and the start of its body. */
export function summarise(response: ReceivedResponse): string {
  const body = (response.body ?? response.content).subarray(0, 200).toString('utf8').trim();
  return body === '' ? response.statusLine : `${response.statusLine}, ${body}`;
}

/**
 * Statuses of what is in front of a service, or of a limit: 429, and the gateway errors 502, 503 and 504. They say
 * nothing about the contract.
 */
const unavailableStatuses: readonly number[] = [429, 502, 503, 504];

/** Returns whether a status says only that the service did not handle the request. */
export function isUnavailable(status: number): boolean {
  return unavailableStatuses.includes(status);
}

export function unavailableResponse({ outcome }: Exchange): ReceivedResponse | undefined {
  return outcome.kind === 'responded' && isUnavailable(outcome.response.status)
    ? outcome.response
    : undefined;
}
