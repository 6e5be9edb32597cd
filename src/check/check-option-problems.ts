import { criteriaProblems } from '../contract/criteria.ts';
import { type Level, levels, reaches } from '../contract/report.ts';
import { proxyProblems } from '../http/http-proxy.ts';
import { pemProblems } from '../http/pem-problems.ts';
import { rangeProblems } from '../options/option-row.ts';
import { nearestHint } from '../text/nearest.ts';
import type { Problem } from '../user-error.ts';
import type { CheckOptions } from './check-options.ts';
import { checkRows } from './check-rows.ts';
import { headerProblems } from './connection/destination.ts';

/** @param allowed whether orders of the target may be cancelled */
export function optionProblems(options: CheckOptions, allowed: boolean): readonly Problem[] {
  return [
    ...keyProblems(options.apiKey),
    ...levelProblems(options.level),
    ...idProblems([...(options.pendingIds ?? []), ...(options.shippedIds ?? []), ...(options.raceIds ?? [])]),
    ...namingProblems(options, allowed),
    ...criteriaProblems(options),
    ...rangeProblems(checkRows, options),
    ...(options.headers ?? []).flatMap(headerProblems),
    ...(options.ca === undefined ? [] : pemProblems('--ca', { ca: options.ca })),
    ...certificateProblems(options),
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
  return [{ where: '--level', what, expected: levels.join(', '), hint: nearestHint(level, levels) }];
}

function idProblems(all: readonly bigint[]): readonly Problem[] {
  const where = '--pending-id, --shipped-id, --race-id';
  const beyond = all.filter((id) => BigInt.asIntN(64, id) !== id);
  const twice = [...new Set(all.filter((id, index) => all.indexOf(id) !== index))];
  return [
    ...beyond.map((id) => ({ where, what: `${id} is not an int64`, expected: '-2^63 to 2^63-1' })),
    ...twice.map((id) => ({ where, what: `${id} is named twice`, expected: 'each order once' })),
  ];
}

/** The flag of an option that names orders, and the lowest level that tries them. */
const namings = {
  pendingIds: ['--pending-id', 'cancel'],
  shippedIds: ['--shipped-id', 'cancel'],
  raceIds: ['--race-id', 'race'],
} as const;
type Naming = keyof typeof namings;
/** A level that needs an order, and the options that name one. */
const needs: Partial<Record<Level, readonly Naming[]>> = {
  cancel: ['pendingIds', 'shippedIds'],
  race: ['raceIds'],
};

/** A check that cannot do what it was asked for does not start. */
function namingProblems(options: CheckOptions, allowed: boolean): readonly Problem[] {
  const { level = 'observe' } = options;
  const idsOf = (name: Naming): readonly bigint[] => options[name] ?? [];
  const names = Object.keys(namings) as Naming[];
  const early = names.filter((name) => idsOf(name).length > 0 && !reaches(level, namings[name][1]));
  const all = names.flatMap(idsOf).join(', ');
  const needed = needs[level] ?? [];
  const where = `--level ${level}`;
  const what = `cancels orders of another host${all === '' ? '' : `: ${all}`}`;
  const ofAnother = { what, expected: '--i-own-these-orders' };
  return [
    ...early.map((name) => ({
      where: namings[name][0],
      what: `has no effect at level ${level}: ${idsOf(name).join(', ')}`,
      hint: `add --level ${namings[name][1]}, or remove the ids`,
    })),
    ...(needed.length > 0 && needed.every((name) => idsOf(name).length === 0)
      ? [{ where, what: 'names no order', expected: needed.map((name) => namings[name][0]).join(' or ') }]
      : []),
    ...(reaches(level, 'cancel') && !allowed ? [{ where, ...ofAnother }] : []),
  ];
}

function certificateProblems({ clientCert: cert, clientKey: key }: CheckOptions): readonly Problem[] {
  const where = '--cert, --key';
  if (cert !== undefined && key !== undefined) return pemProblems(where, { cert, key });
  return cert === key ? [] : [{ where, what: 'belong together', expected: 'both or none' }];
}
