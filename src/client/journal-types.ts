import type { GapChoices, OperationName, OrderStatus } from './wire-types.ts';

/** Which exchanges; every part that is given must hold. */
export type JournalFilter = {
  readonly operation?: OperationName;
  /** The HTTP status of the answer. */
  readonly status?: number;
  readonly orderId?: bigint;
  /** Only exchanges with a higher number. */
  readonly since?: number;
};

/** A header field. */
export type Header = { readonly name: string; readonly value: string };
/** A body: text where it is UTF-8, else base64; at most its first 8 KiB. */
export type Body = {
  readonly length: number;
  readonly truncated: boolean;
  readonly text?: string;
  readonly base64?: string;
};

/** One request with its answer. No key is in it; times are RFC 3339 text on the environment's clock. */
export type Exchange = {
  readonly number: number;
  readonly begunAt: string;
  readonly endedAt?: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly Header[];
  readonly body?: Body;
  readonly operation?: OperationName;
  readonly order?: { readonly id: bigint; readonly before?: OrderStatus; readonly after?: OrderStatus };
  readonly end?: 'answered' | 'client-gone' | 'reset' | 'closed' | 'garbled' | 'cut' | 'failed';
  readonly answer?: { readonly status: number; readonly headers: readonly Header[]; readonly body?: Body };
  readonly gaps: GapChoices;
  readonly faults: readonly string[];
  readonly gate?: string;
  readonly refused?: { readonly step: string; readonly why: string; readonly wouldMatch: string };
  /** What in the request is probably a mistake of the client. */
  readonly notes: readonly { readonly code: string; readonly text: string }[];
};

/** A page of exchanges, newest first. */
export type JournalPage = {
  readonly exchanges: readonly Exchange[];
  /** The cursor of the next page. */
  readonly next?: number;
  readonly size: number;
  readonly dropped: number;
};

/** Whether enough exchanges came in time. */
export type JournalWait = {
  readonly reached: boolean;
  readonly count: number;
  readonly exchanges: readonly Exchange[];
};

/** One statement about what a client did. */
export type Check =
  | { readonly check: 'cancelled'; readonly orderId: bigint; readonly times: number }
  | { readonly check: 'cancelled'; readonly orderId: bigint; readonly atMost: number }
  | { readonly check: 'nothing-else-changed'; readonly except?: readonly bigint[] }
  | { readonly check: 'no-request-without-key' }
  | { readonly check: 'retried'; readonly atMost: number; readonly orderId?: bigint }
  | { readonly check: 'never-requested'; readonly operation?: OperationName; readonly orderId?: bigint }
  | { readonly check: 'no-notes' };

/** What came of one check, in words that can be pasted into a test report. */
export type CheckResult = { readonly check: string; readonly passed: boolean; readonly seen: string };
/** What came of all checks of one call. */
export type Verification = { readonly passed: boolean; readonly checks: readonly CheckResult[] };
