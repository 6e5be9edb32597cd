import { criteriaProblems } from '../contract/criteria.ts';
import { levels } from '../contract/report.ts';
import { proxyProblems } from '../http/http-proxy.ts';
import { rangeProblems } from '../options/option-row.ts';
import { nearestHint } from '../text/nearest.ts';
import type { Problem } from '../user-error.ts';
import type { CheckOptions } from './check-options.ts';
import { checkRows } from './check-rows.ts';
import { headerProblems, pemProblems } from './connection/destination.ts';
import type { Target } from './target.ts';

export type CheckScope = {
  readonly target: Target;
  /** Whether orders of the target may be cancelled. */
  readonly allowed: boolean;
};

export function optionProblems(options: CheckOptions, scope: CheckScope): readonly Problem[] {
  return [
    ...keyProblems(options.apiKey),
    ...levelProblems(options.level),
    ...idProblems([...(options.pendingIds ?? []), ...(options.shippedIds ?? []), ...(options.raceIds ?? [])]),
    ...raceProblems(options),
    ...namingProblems(options, scope.allowed),
    ...criteriaProblems(options),
    ...rangeProblems(checkRows, options),
    ...(options.headers ?? []).flatMap(headerProblems),
    ...(options.ca === undefined ? [] : pemProblems('`ca`', { ca: options.ca })),
    ...certificateProblems(options, scope.target),
    ...(options.proxy === undefined ? [] : proxyProblems(options.proxy)),
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

/** A check that cannot do what it was asked for does not start. */
function namingProblems(
  { level = 'observe', pendingIds = [], shippedIds = [], raceIds = [] }: CheckOptions,
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
  if (level === 'cancel' && named.length === 0)
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
function raceProblems({ level, raceIds = [] }: CheckOptions): readonly Problem[] {
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

function certificateProblems(
  { clientCert, clientKey }: CheckOptions,
  { baseUrl }: Target,
): readonly Problem[] {
  if (clientCert === undefined && clientKey === undefined) return [];
  if (clientCert === undefined || clientKey === undefined) {
    const [given, other] = clientCert === undefined ? ['Key', 'Cert'] : ['Cert', 'Key'];
    const what = `is given without \`client${other}\``;
    return [{ where: `\`client${given}\``, what, expected: 'both or none' }];
  }
  if (!baseUrl.startsWith('https:'))
    return [{ where: '`clientCert`', what: 'has no effect for http', expected: 'a target at https' }];
  return pemProblems('`clientCert`, `clientKey`', { cert: clientCert, key: clientKey });
}
