import type { CriteriaOptions } from '../contract/criteria.ts';
import { defaultMaxBody } from '../contract/http1/content-coding.ts';
import type { Level } from '../contract/report.ts';

/** The options of a check. Only the address and the key are required. */
export type CheckOptions = CriteriaOptions & {
  /** The base address of the target: `https://host.example/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** Orders that level `cancel` may cancel. It needs at least one order; other levels accept none. */
  readonly pendingIds?: readonly bigint[] | undefined;
  /** Orders that have shipped; level `cancel` tries to cancel them. */
  readonly shippedIds?: readonly bigint[] | undefined;
  /** Pending orders, each of which level `race` cancels four times at once, whatever the rate. It needs one; other levels accept none. */
  readonly raceIds?: readonly bigint[] | undefined;
  /** Whether other clients use the target during the check: then R33, R34 and R36 are not exercised. Default: false. */
  readonly shared?: boolean | undefined;
  /** Default: 5, and no limit on loopback. */
  readonly requestsPerSecond?: number | undefined;
  /** The longest time of one request in milliseconds, from connecting to the last byte of the response. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** The longest time of the whole check in milliseconds, with waiting. Default: 300,000, 5 minutes. */
  readonly totalTimeoutMs?: number | undefined;
  /** The maximum number of bytes in a body; at most 1 MiB if its status is not 200. Default: 16 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Sent with every request. The report contains no value that may be secret. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Trusted certificates in PEM, instead of the default ones. */
  readonly ca?: string | undefined;
  /** A client certificate in PEM, for a target at https that requires one, with its key. */
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  /** The address of an HTTP proxy: `http://user:password@proxy.example:3128`. The command reads it from the environment. */
  readonly proxy?: string | undefined;
  /** Seconds to wait for a target that does not respond yet, and for what Retry-After asks. Default: 0. */
  readonly waitSeconds?: number | undefined;
  /** What the checker may do to the target. Default: `observe`. */
  readonly level?: Level | undefined;
  /** Confirms that the named orders belong to the user. Required for level `cancel` on another host. */
  readonly ownsOrders?: boolean | undefined;
  /**
   * Whether to send requests that decide no rule and only show what the specification leaves open: some forms of the list,
   * and from level `probe` other methods and paths, an invalid order id and the deprecated pet lookup. Default: false.
   */
  readonly showGaps?: boolean | undefined;
};

/** The defaults of a check on another machine; on this one the rate has no limit. */
export const checkDefaults = {
  level: 'observe',
  showGaps: false,
  pendingIds: [],
  shippedIds: [],
  raceIds: [],
  shared: false,
  requestsPerSecond: 5,
  timeoutMs: 10_000,
  totalTimeoutMs: 300_000,
  maxBodyBytes: defaultMaxBody,
  headers: [],
  waitSeconds: 0,
} as const satisfies Partial<CheckOptions>;
