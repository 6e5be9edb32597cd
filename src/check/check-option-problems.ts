import { type CriteriaOptions, criteriaProblems } from '../contract/criteria.ts';
import { levels } from '../contract/report.ts';
import { wrongKeyForms } from '../contract/requests.ts';
import { proxyProblems } from '../http/http-proxy.ts';
import { nearestHint } from '../text/nearest.ts';
import type { Problem } from '../user-error.ts';
import {
  caProblems,
  clientCertificateProblems,
  headerProblems,
  sizeProblems,
} from './connection/destination.ts';
import type { Target } from './target.ts';

/** The options of a check that can be invalid by themselves; `CheckOptions` adds the others. */
export type GivenOptions = CriteriaOptions & {
  readonly apiKey: string;
  /** One of the levels; `CheckOptions` narrows it. */
  readonly level?: string | undefined;
  /** Orders that level `cancel` may cancel. It needs at least one order; other levels accept none. */
  readonly pendingIds?: readonly bigint[] | undefined;
  /** Orders that have shipped; level `cancel` tries to cancel them. */
  readonly shippedIds?: readonly bigint[] | undefined;
  /** Pending orders, each of which level `race` cancels several times at once. It needs at least one; other levels accept none. */
  readonly raceIds?: readonly bigint[] | undefined;
  /** How many keys and forms of the key are sent that the target must refuse, at most 13. Default: 13. */
  readonly wrongKeys?: number | undefined;
  /** How many cancels of an order level `race` sends at once: 2 to 16. They are not limited by the rate. Default: 2. */
  readonly raceBurst?: number | undefined;
  /**
   * The control API of a simulator. Level `cancel` names the orders of its handles `pending` and `shipped`, except those
   * that `pendingIds` or `shippedIds` name, after the target has proved to be an environment of this simulator.
   */
  readonly controlUrl?: string | undefined;
  readonly controlToken?: string | undefined;
  /** Default: 150. */
  readonly maxRequests?: number | undefined;
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
  /** A client certificate in PEM, for a target at https that requires one, with its key and the passphrase of the key. */
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly clientKeyPassphrase?: string | undefined;
  /** The address of an HTTP proxy: `http://user:password@proxy.example:3128`. The command reads it from the environment. */
  readonly proxy?: string | undefined;
  /** Seconds to wait for a target that does not respond yet, and for what Retry-After asks. Default: 0. */
  readonly waitSeconds?: number | undefined;
};

/** What a check may do. */
export type CheckScope = {
  readonly target: Target;
  /** Whether orders of the target may be cancelled. */
  readonly allowed: boolean;
  readonly tries: 'orders' | 'messages';
};

/** Returns every problem of the options, except those of the address. */
export function optionProblems(options: GivenOptions, scope: CheckScope): readonly Problem[] {
  return [
    ...keyProblems(options.apiKey),
    ...levelProblems(options.level),
    ...idProblems([...(options.pendingIds ?? []), ...(options.shippedIds ?? []), ...(options.raceIds ?? [])]),
    ...(scope.tries === 'orders' ? raceProblems(options) : []),
    ...(scope.tries === 'orders' ? namingProblems(options, scope.allowed) : []),
    ...criteriaProblems(options),
    ...numberProblems(options),
    ...(options.headers ?? []).flatMap(headerProblems),
    ...(options.ca === undefined ? [] : caProblems(options.ca)),
    ...certificateProblems(options, scope.target),
    ...(options.proxy === undefined ? [] : proxyProblems(options.proxy)),
    ...sizeProblems(options.maxBodyBytes ?? 0),
  ];
}

function keyProblems(key: string): readonly Problem[] {
  if (/^[\x21-\x7e]+$/.test(key)) return [];
  const what = key === '' ? 'is empty' : 'contains a space, a line end or a character outside ASCII';
  return [{ where: 'the API key', what, expected: 'the key as it was generated, without quotes' }];
}

function levelProblems(level: string = 'observe'): readonly Problem[] {
  if (levels.some((known) => known === level)) return [];
  const what = `"${level}" is not a level`;
  return [{ where: '`level`', what, expected: levels.join(', '), hint: nearestHint(level, levels) }];
}

function idProblems(all: readonly bigint[]): readonly Problem[] {
  const where = '`pendingIds`, `shippedIds`, `raceIds`';
  const beyond = all.filter((id) => BigInt.asIntN(64, id) !== id);
  const twice = [...new Set(all.filter((id, index) => all.indexOf(id) !== index))];
  return [
    ...beyond.map((id) => ({ where, what: `${id} is not an int64`, expected: '-2^63 to 2^63-1' })),
    ...twice.map((id) => ({ where, what: `${id} is named twice`, expected: 'each order once' })),
  ];
}

/** A check that cannot do what it was asked for does not start. A control API may name the orders later. */
function namingProblems(
  { level = 'observe', pendingIds = [], shippedIds = [], raceIds = [], controlUrl }: GivenOptions,
  allowed: boolean,
): readonly Problem[] {
  const named = [...pendingIds, ...shippedIds];
  if (level !== 'cancel' && level !== 'race') {
    if (named.length === 0) return [];
    const what = `${named.length === 1 ? 'names an order' : 'name orders'} that level ${level} does not try: ${named.join(', ')}`;
    return [{ where: '`pendingIds`, `shippedIds`', what, hint: 'add `level: cancel`, or remove the ids' }];
  }
  const all = [...named, ...raceIds];
  const problems: Problem[] = [];
  if (level === 'cancel' && named.length === 0 && controlUrl === undefined)
    problems.push({
      where: '`level: cancel`',
      what: 'names no order',
      expected: '`pendingIds` or `shippedIds`',
      hint: 'use `level: probe` to cancel only orders that do not exist',
    });
  if (!allowed)
    problems.push({
      where: `\`level: ${level}\``,
      what: `cancels orders of another host${all.length === 0 ? '' : `: ${all.join(', ')}`}`,
      expected: '`ownsOrders`',
    });
  return problems;
}

/** Orders that are raced are named for that alone. */
function raceProblems({ level, raceIds = [] }: GivenOptions): readonly Problem[] {
  const problems: Problem[] = [];
  if (level === 'race' && raceIds.length === 0)
    problems.push({ where: '`level: race`', what: 'names no order', expected: '`raceIds`' });
  if (level !== 'race' && raceIds.length > 0)
    problems.push({
      where: '`raceIds`',
      what: 'has an effect only at level race',
      hint: 'add `level: race`',
    });
  return problems;
}

/** The longest time of a timer, about 24 days. */
const maxTimerMs = 2 ** 31 - 1;

const isWhole = (from: number, to: number) => (value: number) =>
  Number.isInteger(value) && value >= from && value <= to;
const someWhole = [isWhole(1, Number.MAX_SAFE_INTEGER), 'a whole number above 0'] as const;
const someTime = [(ms: number) => ms > 0 && ms <= maxTimerMs, 'more than 0 and at most 24 days'] as const;

const ranges = {
  maxRequests: someWhole,
  requestsPerSecond: [(value) => value > 0, 'a number above 0'],
  timeoutMs: someTime,
  totalTimeoutMs: someTime,
  maxBodyBytes: someWhole,
  waitSeconds: [(value) => value >= 0, '0 or more seconds'],
  raceBurst: [isWhole(2, 16), '2 to 16'],
  wrongKeys: [isWhole(0, wrongKeyForms.length), `0 to ${wrongKeyForms.length}`],
} as const satisfies {
  readonly [Name in keyof GivenOptions]?: readonly [accepts: (value: number) => boolean, expected: string];
};

function numberProblems(options: GivenOptions): readonly Problem[] {
  return Object.entries(ranges).flatMap(([name, [accepts, expected]]) => {
    const value = options[name as keyof typeof ranges];
    if (value === undefined || accepts(value)) return [];
    const shown = name.endsWith('Ms') ? `${value / 1000} s` : value;
    return [{ where: `\`${name}\``, what: `${shown} is out of range`, expected }];
  });
}

function certificateProblems(
  { clientCert, clientKey, clientKeyPassphrase: passphrase }: GivenOptions,
  { baseUrl }: Target,
): readonly Problem[] {
  const expected = 'both or none';
  if (clientCert === undefined && clientKey === undefined) {
    const where = '`clientKeyPassphrase`';
    return passphrase === undefined ? [] : [{ where, what: 'is given without `clientCert` and `clientKey`' }];
  }
  if (clientCert === undefined)
    return [{ where: '`clientKey`', what: 'is given without `clientCert`', expected }];
  if (clientKey === undefined)
    return [{ where: '`clientCert`', what: 'is given without `clientKey`', expected }];
  if (!baseUrl.startsWith('https:'))
    return [{ where: '`clientCert`', what: 'has no effect for http', expected: 'a target at https' }];
  return clientCertificateProblems({ cert: clientCert, key: clientKey, passphrase });
}
