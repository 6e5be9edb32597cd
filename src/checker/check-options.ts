import { UserError } from '../shared/user-error.ts';
import { optionProblems, ruleProblems } from './check-option-problems.ts';
import { type ControlAddress, readControlAddress } from './control-handles.ts';
import type { Level } from './report.ts';
import type { Severity } from './rules/rule.ts';
import { allRules, type RuleId } from './rules/rules.ts';
import { readTarget, type Target } from './target.ts';
import type { ClientCertificate } from './wire/client-certificate.ts';

/** The options of a check. Only the address and the key are required. */
export type CheckOptions = {
  /** The base address of the target: `https://host.example/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** What the checker may do to the target. Default: `observe`. */
  readonly level?: Level | undefined;
  /** Orders that level `cancel` may cancel. */
  readonly pendingIds?: readonly bigint[] | undefined;
  /** Orders that have shipped; level `cancel` tries to cancel them. */
  readonly shippedIds?: readonly bigint[] | undefined;
  /**
   * The control API of a simulator. Level `cancel` names the orders of its handles `pending` and `shipped`, except those
   * that `pendingIds` or `shippedIds` name, after the target has proved to be an environment of this simulator.
   */
  readonly controlUrl?: string | undefined;
  readonly controlToken?: string | undefined;
  /** Confirms that the named orders belong to the user. Required to cancel orders of another host. */
  readonly ownsOrders?: boolean | undefined;
  /** Default: 100. */
  readonly maxRequests?: number | undefined;
  /** Default: 5, and no limit on loopback. */
  readonly requestsPerSecond?: number | undefined;
  /** The longest time of one request in milliseconds, from connecting to the last byte of the response. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** The longest time of the whole check in milliseconds, with waiting. Default: 300,000, 5 minutes. */
  readonly totalTimeoutMs?: number | undefined;
  /** The maximum number of bytes in a body. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Sent with every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Trusted certificates in PEM, instead of the default ones. */
  readonly ca?: string | undefined;
  /** A client certificate in PEM, for a target at https that requires one, with its key and the passphrase of the key. */
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly clientKeyPassphrase?: string | undefined;
  /** The address of an HTTP proxy: `http://user:password@proxy.example:3128`. The command reads it from the environment. */
  readonly proxy?: string | undefined;
  /** Seconds to wait for a target that does not respond yet. Default: 0. */
  readonly waitSeconds?: number | undefined;
  /** What makes the exit code 1. Default: `violation`; `notice` includes violations. */
  readonly failOn?: Severity | undefined;
  /** Rules whose findings do not affect the exit code. */
  readonly ignore?: readonly string[] | undefined;
  /** Rules that are not checked. Requests that decide only these rules are not sent. */
  readonly skip?: readonly string[] | undefined;
  /** The path of another OpenAPI document to judge by. */
  readonly document?: string | undefined;
};

type WithDefault =
  | 'apiKey'
  | 'level'
  | 'pendingIds'
  | 'shippedIds'
  | 'maxRequests'
  | 'requestsPerSecond'
  | 'timeoutMs'
  | 'totalTimeoutMs'
  | 'maxBodyBytes'
  | 'headers'
  | 'waitSeconds'
  | 'failOn';

/** The handles of a control API that name orders. */
export type WantedHandles = {
  readonly address: ControlAddress;
  readonly pending: boolean;
  readonly shipped: boolean;
};

/** Valid options with defaults. */
export type CheckSettings = {
  readonly [Name in WithDefault]-?: NonNullable<CheckOptions[Name]>;
} & {
  readonly target: Target;
  /** Why no named order may be cancelled; undefined if they may. */
  readonly cancelBlocked: string | undefined;
  /** Undefined if no handle names an order. */
  readonly wanted: WantedHandles | undefined;
  readonly ca: string | undefined;
  readonly clientCertificate: ClientCertificate | undefined;
  readonly proxy: string | undefined;
  readonly ignore: readonly RuleId[];
  readonly skip: readonly RuleId[];
};

/** Validates the options and adds the defaults. Throws one `UserError` with all problems. */
export function readCheckOptions(options: CheckOptions): CheckSettings {
  const target = readTarget(options.url);
  const problems = optionProblems(options, target);
  if (problems.length > 0) throw new UserError(problems);
  const level = options.level ?? 'observe';
  // For a proxy, a loopback address is another machine.
  const onThisMachine = target.loopback && options.proxy === undefined;
  const allowed = onThisMachine || options.ownsOrders === true;
  return {
    target,
    apiKey: options.apiKey,
    level,
    pendingIds: options.pendingIds ?? [],
    shippedIds: options.shippedIds ?? [],
    cancelBlocked: allowed ? undefined : 'cancelling orders of another host needs --i-own-these-orders',
    maxRequests: options.maxRequests ?? 100,
    requestsPerSecond: options.requestsPerSecond ?? (onThisMachine ? Number.POSITIVE_INFINITY : 5),
    timeoutMs: options.timeoutMs ?? 10_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 300_000,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024 * 1024,
    headers: options.headers ?? [],
    wanted: wantedHandles(options, target),
    ca: options.ca,
    clientCertificate: clientCertificateOf(options),
    proxy: options.proxy,
    waitSeconds: options.waitSeconds ?? 0,
    failOn: options.failOn ?? 'violation',
    ignore: readRuleIds('--ignore', options.ignore),
    skip: readRuleIds('--skip', options.skip),
  };
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
  if (controlUrl === undefined || level !== 'cancel' || !(pending || shipped)) return undefined;
  return { address: readControlAddress(controlUrl, controlToken, basePath), pending, shipped };
}

/** Reads the ids of rules of an option. Throws a `UserError` that suggests the nearest id for an unknown one. */
export function readRuleIds(where: string, given: readonly string[] = []): readonly RuleId[] {
  const problems = ruleProblems(where, given);
  if (problems.length > 0) throw new UserError(problems);
  return allRules.map((rule) => rule.id).filter((id) => given.includes(id));
}
