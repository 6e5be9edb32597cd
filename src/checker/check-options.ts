import { nearestHint } from '../shared/nearest.ts';
import { type Problem, UserError } from '../shared/user-error.ts';
import { type ControlAddress, readControlAddress } from './control-handles.ts';
import { levels } from './probes/probes.ts';
import type { Level } from './report.ts';
import type { Severity } from './rules/rule.ts';
import { type RuleId, rules } from './rules/rules.ts';
import { readTarget, type Target } from './target.ts';
import { caProblems, headerProblems, sizeProblems } from './wire/destination.ts';

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
  /** Default: 50. */
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

type WithDefault = Exclude<
  keyof CheckOptions,
  'url' | 'ownsOrders' | 'ca' | 'ignore' | 'skip' | 'document' | 'controlUrl' | 'controlToken'
>;

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
  readonly ignore: readonly RuleId[];
  readonly skip: readonly RuleId[];
};

/** Validates the options and adds the defaults. Throws one `UserError` with all problems. */
export function readCheckOptions(options: CheckOptions): CheckSettings {
  const target = readTarget(options.url);
  const problems = problemsOf(options);
  if (problems.length > 0) throw new UserError(problems);
  const level = options.level ?? 'observe';
  const allowed = target.loopback || options.ownsOrders === true;
  return {
    target,
    apiKey: options.apiKey,
    level,
    pendingIds: options.pendingIds ?? [],
    shippedIds: options.shippedIds ?? [],
    cancelBlocked: allowed ? undefined : 'cancelling orders of another host needs --i-own-these-orders',
    maxRequests: options.maxRequests ?? 50,
    requestsPerSecond: options.requestsPerSecond ?? (target.loopback ? Number.POSITIVE_INFINITY : 5),
    timeoutMs: options.timeoutMs ?? 10_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 300_000,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024 * 1024,
    headers: options.headers ?? [],
    wanted: wantedHandles(options, target),
    ca: options.ca,
    waitSeconds: options.waitSeconds ?? 0,
    failOn: options.failOn ?? 'violation',
    ignore: readRuleIds('--ignore', options.ignore),
    skip: readRuleIds('--skip', options.skip),
  };
}

function problemsOf(options: CheckOptions): readonly Problem[] {
  return [
    ...keyProblems(options.apiKey),
    ...levelProblems(options.level),
    ...idProblems(options.pendingIds ?? [], options.shippedIds ?? []),
    ...ruleProblems('--ignore', options.ignore),
    ...ruleProblems('--skip', options.skip),
    ...numberProblems(options),
    ...(options.headers ?? []).flatMap(headerProblems),
    ...(options.ca === undefined ? [] : caProblems(options.ca)),
    ...sizeProblems(options.maxBodyBytes ?? 0),
  ];
}

function keyProblems(key: string): readonly Problem[] {
  if (/^[\x21-\x7e]+$/.test(key)) return [];
  const what = key === '' ? 'is empty' : 'contains a space, a line end or a character outside ASCII';
  return [{ where: 'the API key', what, expected: 'the key as it was generated, without quotes' }];
}

function wantedHandles(
  { level, pendingIds, shippedIds, controlUrl, controlToken }: CheckOptions,
  { basePath }: Target,
): WantedHandles | undefined {
  const [pending, shipped] = [pendingIds === undefined, shippedIds === undefined];
  if (controlUrl === undefined || level !== 'cancel' || !(pending || shipped)) return undefined;
  return { address: readControlAddress(controlUrl, controlToken, basePath), pending, shipped };
}

function levelProblems(level: string = 'observe'): readonly Problem[] {
  if (levels.some((known) => known === level)) return [];
  const what = `"${level}" is not a level`;
  return [{ where: '--level', what, expected: levels.join(', '), hint: nearestHint(level, levels) }];
}

function idProblems(pending: readonly bigint[], shipped: readonly bigint[]): readonly Problem[] {
  const where = '--pending-id, --shipped-id';
  const all = [...pending, ...shipped];
  const beyond = all.filter((id) => BigInt.asIntN(64, id) !== id);
  const twice = [...new Set(all.filter((id, index) => all.indexOf(id) !== index))];
  return [
    ...beyond.map((id) => ({ where, what: `${id} is not an int64`, expected: '-2^63 to 2^63-1' })),
    ...twice.map((id) => ({ where, what: `${id} is named twice`, expected: 'each order once' })),
  ];
}

/** Reads the ids of rules of an option. Throws a `UserError` that suggests the nearest id for an unknown one. */
export function readRuleIds(where: string, given: readonly string[] = []): readonly RuleId[] {
  const problems = ruleProblems(where, given);
  if (problems.length > 0) throw new UserError(problems);
  return rules.map((rule) => rule.id).filter((id) => given.includes(id));
}

function ruleProblems(where: string, given: readonly string[] = []): readonly Problem[] {
  const ids: readonly string[] = rules.map((rule) => rule.id);
  return given
    .filter((id) => !ids.includes(id))
    .map((id) => ({ where, what: `there is no rule "${id}"`, hint: nearestHint(id, ids) }));
}

/** The longest time of a timer, about 24 days. */
const maxTimerMs = 2 ** 31 - 1;

function numberProblems(options: CheckOptions): readonly Problem[] {
  const positive = (where: string, value: number | undefined, whole: boolean): readonly Problem[] =>
    value === undefined || (value > 0 && (!whole || Number.isSafeInteger(value)))
      ? []
      : [{ where, what: `${value} is out of range`, expected: `a ${whole ? 'whole ' : ''}number above 0` }];
  const duration = (where: string, value: number | undefined): readonly Problem[] =>
    value !== undefined && value > maxTimerMs
      ? [{ where, what: `${value / 1000} s is out of range`, expected: 'at most 24 days' }]
      : positive(where, value, false);
  const wait = options.waitSeconds ?? 0;
  return [
    ...positive('--max-requests', options.maxRequests, true),
    ...positive('--rps', options.requestsPerSecond, false),
    ...duration('--timeout', options.timeoutMs),
    ...duration('--total-timeout', options.totalTimeoutMs),
    ...positive('--max-body', options.maxBodyBytes, true),
    ...(wait >= 0
      ? []
      : [{ where: '--wait', what: `${wait} is out of range`, expected: '0 or more seconds' }]),
  ];
}
