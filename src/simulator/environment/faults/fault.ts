import type { OperationName } from '../operation.ts';

/**
 * `before-commit`: before the request is looked at, so that nothing has changed. `after-commit`: once a cancel has taken
 * effect and before its answer is sent; a request that cancels nothing is left alone.
 */
export type FaultMoment = 'before-commit' | 'after-commit';

/** Which exchanges a fault disturbs; every part that is given must hold. */
export type FaultMatch = {
  readonly operation?: OperationName | undefined;
  readonly orderId?: bigint | undefined;
  /** The id of an API key of the environment: `key-1`. Never its text. */
  readonly key?: string | undefined;
};

/** How often a fault fires on the exchanges that match. */
export type FaultLimits = {
  /** Fires on the first so many and no more. */
  readonly times?: number | undefined;
  /** Fires on every so-manieth: 3 on the third, the sixth. */
  readonly every?: number | undefined;
  /** Fires with this probability, from 0 to 1, drawn from the environment's seed. */
  readonly probability?: number | undefined;
  /** Ends so long after it was added, on the environment's clock. */
  readonly durationMs?: number | undefined;
};

type Timed = { readonly when?: FaultMoment | undefined };

/** A delay: fixed, uniform between two bounds, or log-normal around a median. Milliseconds on the machine's clock. */
export type Delay =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number };

/** Waits. */
export type LatencyFault = Timed & { readonly kind: 'latency'; readonly ms: Delay };
/** Sends no more than so many bytes of the answer in a second. */
export type BandwidthFault = { readonly kind: 'bandwidth'; readonly bytesPerSecond: number };
/** Sends the answer a few bytes at a time. */
export type DripFault = { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number };
/** Resets the connection (RST) in place of an answer. */
export type ResetFault = Timed & { readonly kind: 'reset' };
/** Closes the connection (FIN) in place of an answer. */
export type CloseFault = Timed & { readonly kind: 'close' };
/** Promises the whole body, sends so many bytes of it (half of them where left out) and closes. Empty bodies are left alone. */
export type TruncateFault = { readonly kind: 'truncate'; readonly bytes?: number | undefined };
/** Sends bytes that are no HTTP in place of an answer and closes; `body` keeps the head and garbles the body alone. */
export type GarbageFault = Timed & {
  readonly kind: 'garbage';
  readonly in?: 'answer' | 'body' | undefined;
  readonly bytes?: number | undefined;
};
/** Choices with a status of 400 to 599: an Error body, a gateway's HTML page, or no body. */
export type StatusFault = Timed & {
  readonly kind: 'status';
  readonly status: number;
  readonly body?: 'error' | 'html' | 'empty' | undefined;
  /** Seconds, in a header Retry-After. */
  readonly retryAfter?: number | undefined;
};
/** Choices 429 with Retry-After once `requests` have gone through within `perMs` of the environment's clock. */
export type RateLimitFault = {
  readonly kind: 'rate-limit';
  readonly requests: number;
  readonly perMs?: number | undefined;
};
/** Choices 401 as to an invalid key; once, where `times` is left out. */
export type UnauthorizedFault = { readonly kind: 'unauthorized' };
/** Lists show the orders as they were when the fault was added. */
export type StaleListFault = { readonly kind: 'stale-list' };

/** What a fault does, without whom and how often. */
export type FaultEffectSettings =
  | LatencyFault
  | BandwidthFault
  | DripFault
  | ResetFault
  | CloseFault
  | TruncateFault
  | GarbageFault
  | StatusFault
  | RateLimitFault
  | UnauthorizedFault
  | StaleListFault;

/** The kind of a fault. */
export type FaultKind = FaultEffectSettings['kind'];

/** A disturbance injected on purpose. */
export type Fault = FaultMatch & FaultLimits & { readonly id?: string | undefined } & FaultEffectSettings;
