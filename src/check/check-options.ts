import { type Criteria, readCriteria } from '../contract/criteria.ts';
import { defaultMaxBody } from '../contract/http1/response-reader.ts';
import { type Level, reaches } from '../contract/report.ts';
import { keysToRefuse, wrongKeyForms } from '../contract/requests.ts';
import { UserError } from '../user-error.ts';
import { type GivenOptions, optionProblems } from './check-option-problems.ts';
import type { ClientCertificate } from './connection/destination.ts';
import { type ControlAddress, readControlAddress } from './control-handles.ts';
import type { RefusedKeys } from './named-orders.ts';
import { readTarget, type Target } from './target.ts';

/** The options of a check. Only the address and the key are required. */
export type CheckOptions = GivenOptions & {
  /** The base address of the target: `https://host.example/v1`. */
  readonly url: string;
  /** What the checker may do to the target. Default: `observe`. */
  readonly level?: Level | undefined;
  /** Confirms that the named orders belong to the user. Required for level `cancel` on another host. */
  readonly ownsOrders?: boolean | undefined;
  /**
   * Whether to send requests that decide no rule and only show what the specification leaves open: some forms of the list,
   * and from level `probe` other methods and paths, an invalid order id and the deprecated pet lookup. Default: false.
   */
  readonly showGaps?: boolean | undefined;
  /** The path of another OpenAPI document to judge by. */
  readonly document?: string | undefined;
};

/** The defaults of a check on another machine; on this one the rate has no limit. */
export const checkDefaults = {
  level: 'observe',
  showGaps: false,
  pendingIds: [],
  shippedIds: [],
  raceIds: [],
  raceBurst: 2,
  wrongKeys: wrongKeyForms.length,
  maxRequests: 150,
  requestsPerSecond: 5,
  timeoutMs: 10_000,
  totalTimeoutMs: 300_000,
  maxBodyBytes: defaultMaxBody,
  headers: [],
  waitSeconds: 0,
} as const satisfies Partial<CheckOptions>;

type Defaulted = { readonly [Name in keyof typeof checkDefaults]: NonNullable<CheckOptions[Name]> };

/** The handles of a control API that name orders. */
export type WantedHandles = {
  readonly address: ControlAddress;
  readonly pending: boolean;
  readonly shipped: boolean;
};

/** Valid options with defaults. */
export type CheckSettings = Criteria &
  RefusedKeys &
  Defaulted & {
    readonly apiKey: string;
    readonly target: Target;
    /** Why no named order may be cancelled; undefined if they may. */
    readonly cancelBlocked: string | undefined;
    /** Undefined if no handle names an order. */
    readonly wanted: WantedHandles | undefined;
    readonly ca: string | undefined;
    readonly clientCertificate: ClientCertificate | undefined;
    readonly proxy: string | undefined;
  };

/**
 * Validates the options and adds the defaults. Level `cancel` must name orders, unless the check posts messages. Throws one
 * `UserError` with all problems.
 */
export function readCheckOptions(
  options: CheckOptions,
  tries: 'orders' | 'messages' = 'orders',
): CheckSettings {
  const target = readTarget(options.url);
  // For a proxy, a loopback address is another machine.
  const onThisMachine = target.loopback && options.proxy === undefined;
  const allowed = onThisMachine || options.ownsOrders === true;
  const problems = optionProblems(options, { target, allowed, tries });
  if (problems.length > 0) throw new UserError(problems);
  const defaulted = withDefaults(options, onThisMachine);
  return {
    ...readCriteria(options),
    ...defaulted,
    target,
    apiKey: options.apiKey,
    refusedKeys: keysToRefuse(defaulted.wrongKeys),
    cancelBlocked: allowed ? undefined : 'cancelling orders of another host needs `ownsOrders`',
    wanted: wantedHandles(options, target),
    ca: options.ca,
    clientCertificate: clientCertificateOf(options),
    proxy: options.proxy,
  };
}

function withDefaults(options: CheckOptions, onThisMachine: boolean): Defaulted {
  const defaults: Defaulted = onThisMachine
    ? { ...checkDefaults, requestsPerSecond: Number.POSITIVE_INFINITY }
    : checkDefaults;
  const given = Object.keys(checkDefaults).map((name) => [name, options[name as keyof Defaulted]]);
  return { ...defaults, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

function clientCertificateOf({
  clientCert: cert,
  clientKey: key,
  clientKeyPassphrase: passphrase,
}: CheckOptions): ClientCertificate | undefined {
  return cert === undefined || key === undefined ? undefined : { cert, key, passphrase };
}

function wantedHandles(
  { level, pendingIds, shippedIds, controlUrl, controlToken }: CheckOptions,
  { basePath }: Target,
): WantedHandles | undefined {
  const [pending, shipped] = [pendingIds === undefined, shippedIds === undefined];
  if (controlUrl === undefined || !reaches(level ?? 'observe', 'cancel') || !(pending || shipped))
    return undefined;
  return { address: readControlAddress(controlUrl, controlToken, basePath), pending, shipped };
}
