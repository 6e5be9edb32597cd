import { nearestHint } from '../shared/nearest.ts';
import { type Problem, UserError } from '../shared/user-error.ts';
import { levels } from './probes/probes.ts';
import type { Level } from './report.ts';
import type { Severity } from './rules/rule.ts';
import { type RuleId, rules } from './rules/rules.ts';
import { readTarget, type Target } from './target.ts';

/** What a check may be told. Everything but the address and the key has a default. */
export type CheckOptions = {
  /** The base address of the target: `https://host.example/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** What the checker may do to the target; `observe` by default. */
  readonly level?: Level | undefined;
  /** Orders that level `cancel` may cancel. */
  readonly pendingIds?: readonly bigint[] | undefined;
  /** Orders that have shipped, which level `cancel` tries to cancel. */
  readonly shippedIds?: readonly bigint[] | undefined;
  /** Says that the named orders are the user's own; needed to cancel on another machine. */
  readonly ownsOrders?: boolean | undefined;
  /** 50 by default. */
  readonly maxRequests?: number | undefined;
  /** 5 by default, without limit on loopback. */
  readonly requestsPerSecond?: number | undefined;
  /** Milliseconds to wait for an answer, and for each next byte of it; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** The most bytes of one body, 64 MiB by default. */
  readonly maxBodyBytes?: number | undefined;
  /** Sent with every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Certificates in PEM that are trusted in place of the well-known ones. */
  readonly ca?: string | undefined;
  /** Seconds to wait for a target that does not answer yet; 0 by default. */
  readonly waitSeconds?: number | undefined;
  /** What makes the exit code 1: a violation (default), or a notice too. */
  readonly failOn?: Severity | undefined;
  /** Rules whose findings don't count for the exit code. */
  readonly ignore?: readonly string[] | undefined;
  /** Path of another OpenAPI document to judge by. */
  readonly document?: string | undefined;
};

/** Options with every default filled in and every value checked. */
export type CheckSettings = {
  readonly target: Target;
  readonly apiKey: string;
  readonly level: Level;
  readonly pendingIds: readonly bigint[];
  readonly shippedIds: readonly bigint[];
  /** Why named orders must not be touched; undefined when they may. */
  readonly refusal: string | undefined;
  readonly maxRequests: number;
  readonly requestsPerSecond: number;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly ca: string | undefined;
  readonly waitSeconds: number;
  readonly failOn: Severity;
  readonly ignore: readonly RuleId[];
};

/** Checks the options and fills in the defaults. Throws one UserError with every problem. */
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
    refusal: allowed ? undefined : 'cancelling orders of another host needs --i-own-these-orders',
    maxRequests: options.maxRequests ?? 50,
    requestsPerSecond: options.requestsPerSecond ?? (target.loopback ? Number.POSITIVE_INFINITY : 5),
    timeoutMs: options.timeoutMs ?? 10_000,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024 * 1024,
    headers: options.headers ?? [],
    ca: options.ca,
    waitSeconds: options.waitSeconds ?? 0,
    failOn: options.failOn ?? 'violation',
    ignore: readIgnored(options.ignore ?? []),
  };
}

function problemsOf(options: CheckOptions): readonly Problem[] {
  return [
    ...keyProblems(options.apiKey),
    ...levelProblems(options.level),
    ...idProblems(options.pendingIds ?? [], options.shippedIds ?? []),
    ...ignoreProblems(options.ignore ?? []),
    ...numberProblems(options),
  ];
}

function keyProblems(key: string): readonly Problem[] {
  if (/^[\x21-\x7e]+$/.test(key)) return [];
  const what = key === '' ? 'is empty' : 'holds a space, a line end or a character beyond ASCII';
  return [{ where: 'the API key', what, expected: 'the key as it was generated, without quotes' }];
}

function levelProblems(level: string = 'observe'): readonly Problem[] {
  if (levels.some((known) => known === level)) return [];
  const what = `"${level}" is no level`;
  return [{ where: '--level', what, expected: levels.join(', '), hint: nearestHint(level, levels) }];
}

function idProblems(pending: readonly bigint[], shipped: readonly bigint[]): readonly Problem[] {
  const where = '--pending-id, --shipped-id';
  const all = [...pending, ...shipped];
  const beyond = all.filter((id) => BigInt.asIntN(64, id) !== id);
  const twice = [...new Set(all.filter((id, index) => all.indexOf(id) !== index))];
  return [
    ...beyond.map((id) => ({ where, what: `${id} is no int64`, expected: '-2^63 to 2^63-1' })),
    ...twice.map((id) => ({ where, what: `${id} is named twice`, expected: 'each order once' })),
  ];
}

/** Reads the ids of rules to ignore. Throws a UserError that names the nearest for one that there is not. */
export function readIgnored(ignore: readonly string[]): readonly RuleId[] {
  const problems = ignoreProblems(ignore);
  if (problems.length > 0) throw new UserError(problems);
  return rules.map((rule) => rule.id).filter((id) => ignore.includes(id));
}

function ignoreProblems(ignore: readonly string[]): readonly Problem[] {
  const ids: readonly string[] = rules.map((rule) => rule.id);
  return ignore
    .filter((id) => !ids.includes(id))
    .map((id) => ({
      where: '--ignore',
      what: `there is no rule "${id}"`,
      hint: nearestHint(id, ids),
    }));
}

function numberProblems(options: CheckOptions): readonly Problem[] {
  const positive = (where: string, value: number | undefined, whole: boolean): readonly Problem[] =>
    value === undefined || (value > 0 && (!whole || Number.isSafeInteger(value)))
      ? []
      : [{ where, what: `${value} is out of range`, expected: `a ${whole ? 'whole ' : ''}number above 0` }];
  const wait = options.waitSeconds ?? 0;
  return [
    ...positive('--max-requests', options.maxRequests, true),
    ...positive('--rps', options.requestsPerSecond, false),
    ...positive('--timeout', options.timeoutMs, false),
    ...positive('--max-body', options.maxBodyBytes, true),
    ...(wait >= 0
      ? []
      : [{ where: '--wait', what: `${wait} is out of range`, expected: '0 or more seconds' }]),
  ];
}
