import { criteriaProblems, readCriteria } from '../contract/criteria.ts';
import { levels, reaches } from '../contract/report.ts';
import { proxyProblems } from '../http/http-proxy.ts';
import { pemProblems } from '../http/tls.ts';
import { rangeProblems } from '../options/option-row.ts';
import { oneOf } from '../options/setting-readers.ts';
import { type Problem, UserError } from '../user-error.ts';
import { type CheckOptions, checkDefaults } from './check-options.ts';
import { checkRows } from './check-rows.ts';
import { headerProblems } from './connection/destination.ts';
import { readTarget } from './target.ts';

type Given = CheckOptions & {
  readonly [Name in keyof typeof checkDefaults]: NonNullable<CheckOptions[Name]>;
};

export type CheckSettings = ReturnType<typeof readCheckOptions>;

/** Validates the options and adds the defaults. Throws one `UserError` with all problems. */
export function readCheckOptions(options: CheckOptions) {
  const target = readTarget(options.url);
  // For a proxy, a loopback address is another machine.
  const onThisMachine = target.loopback && options.proxy === undefined;
  const allowed = onThisMachine || options.ownsOrders === true;
  const problems = optionProblems(options, allowed);
  if (problems.length > 0) throw new UserError(problems);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const rate = onThisMachine && { requestsPerSecond: Number.POSITIVE_INFINITY };
  return {
    ...({ ...options, ...checkDefaults, ...rate, ...Object.fromEntries(given) } as Given),
    ...readCriteria(options),
    target,
    /** Why no named order may be cancelled; undefined if they may. */
    cancelBlocked: allowed ? undefined : 'cancelling orders of another host needs --i-own-these-orders',
  };
}

/** @param allowed whether orders of the target may be cancelled */
function optionProblems(options: CheckOptions, allowed: boolean): readonly Problem[] {
  const { pendingIds = [], shippedIds = [], raceIds = [], headers = [], ca, proxy } = options;
  const { clientCert: cert, clientKey: key } = options;
  return [
    ...keyProblems(options.apiKey),
    ...idProblems([...pendingIds, ...shippedIds, ...raceIds]),
    ...levelProblems(options, allowed),
    ...criteriaProblems(options),
    ...rangeProblems(checkRows, options),
    ...headers.flatMap(headerProblems),
    ...pemProblems('--ca', { ca }),
    ...pemProblems('--cert, --key', { cert, key }),
    ...(proxy === undefined ? [] : proxyProblems(proxy)),
  ];
}

function keyProblems(key: string): readonly Problem[] {
  if (/^[\x21-\x7e]+$/.test(key)) return [];
  const what = key === '' ? 'is empty' : 'contains a space, a line end or a character outside ASCII';
  return [{ where: 'the API key', what, expected: 'the key as it was generated, without quotes' }];
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

/** A check that cannot do what it was asked for does not start. */
function levelProblems(options: CheckOptions, allowed: boolean): readonly Problem[] {
  const { level = 'observe', pendingIds = [], shippedIds = [], raceIds = [] } = options;
  const where = `--level ${level}`;
  const reading = oneOf(levels)(level);
  if (reading.kind === 'problem') return [{ where, ...reading.problem }];
  const namings = [
    { flag: '--pending-id', needs: 'cancel', ids: pendingIds },
    { flag: '--shipped-id', needs: 'cancel', ids: shippedIds },
    { flag: '--race-id', needs: 'race', ids: raceIds },
  ] as const;
  const early = namings.filter(({ needs, ids }) => ids.length > 0 && !reaches(level, needs));
  const wanted = namings.filter(({ needs }) => needs === level);
  const expected = wanted.map(({ flag }) => flag).join(' or ');
  const all = namings.flatMap(({ ids }) => ids).join(', ');
  const ofAnother = { what: `cancels orders of another host: ${all}`, expected: '--i-own-these-orders' };
  return [
    ...early.map(({ flag, needs, ids }) => ({
      where: flag,
      what: `has no effect at level ${level}: ${ids.join(', ')}`,
      hint: `add --level ${needs}, or remove the ids`,
    })),
    ...(wanted.length > 0 && wanted.every(({ ids }) => ids.length === 0)
      ? [{ where, what: 'names no order', expected }]
      : []),
    ...(reaches(level, 'cancel') && !allowed ? [{ where, ...ofAnother }] : []),
  ];
}
