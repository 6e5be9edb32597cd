import { readFile } from 'node:fs/promises';
import type { CheckOptions } from '../check/check-options.ts';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import { readBaseline } from '../contract/baseline.ts';
import type { CriteriaOptions } from '../contract/criteria.ts';
import { libraryOptions } from '../options/option-row.ts';
import { formatDuration } from '../text/duration.ts';
import { codeOf, UserError } from '../user-error.ts';
import { findProxy } from './find-proxy.ts';
import { firstUsed } from './flags.ts';
import { type KeySources, readApiKey, readSecretFile } from './read-api-key.ts';

/**
 * Converts the flags and variables of `check` to the options of the checker. Throws UserErrors.
 */
export async function readCheckFlags(
  given: string | undefined,
  flags: CheckFlags,
  sources: KeySources,
): Promise<CheckOptions> {
  rejectOrderFlags(given, flags);
  const url = given ?? flags.quickstart;
  if (url === undefined)
    throw new UserError({
      where: 'check',
      what: 'has no target',
      expected:
        'the base address of a deployment, such as https://host.example/v1, or --har FILE, or --config FILE',
    });
  return {
    ...libraryOptions(checkTable, flags),
    ...(await readCriteriaFlags(flags)),
    url,
    apiKey: await readApiKey(flags, sources),
    controlToken: flags.controlToken ?? sources.env.SIM_CONTROL_TOKEN,
    ca: await readPem('--ca', flags.ca),
    clientCert: await readPem('--cert', flags.cert),
    clientKey: await readPem('--key', flags.key),
    clientKeyPassphrase: await readPassphrase(flags.keyPassphraseFile),
    proxy: findProxy(url, sources.env),
  };
}

/** Returns what decides the exit code. Reads the file of `--baseline`. Throws a UserError. */
export async function readCriteriaFlags({
  failOn,
  ignore,
  skip,
  require,
  baseline,
}: CheckFlags): Promise<CriteriaOptions> {
  return {
    failOn,
    ignore,
    skip: skip?.flat(),
    require: require?.flat(),
    baseline: baseline === undefined ? undefined : await readBaseline(baseline),
  };
}

/** Reads a PEM file that a flag names. Throws a UserError. */
export async function readPem(flag: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const what = `${file} cannot be read (${codeOf(error) ?? error})`;
    throw new UserError({ where: flag, what, expected: 'a PEM file' });
  }
}

async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readSecretFile(file, '--key-passphrase-file');
}

/** Throws a UserError for what concerns orders, which `--quickstart` does not have. */
function rejectOrderFlags(url: string | undefined, flags: CheckFlags): void {
  if (flags.quickstart === undefined) return;
  const ofOrders = ['pendingId', 'shippedId', 'raceId', 'controlUrl'] as const;
  const where = url === undefined ? firstUsed(flags, ofOrders) : `the address ${url}`;
  if (where !== undefined)
    throw new UserError({ where, what: 'cannot be combined with --quickstart, which has no orders' });
}

/** Throws a UserError for a flag that controls sending, which `source` (`--har FILE`) does not do. */
export function rejectSendingFlags(source: string, flags: CheckFlags): void {
  const ofSending = [
    ...(['level', 'pendingId', 'shippedId', 'raceId', 'header', 'dryRun', 'wait'] as const),
    ...(['controlUrl', 'totalTimeout', 'quickstart'] as const),
  ];
  const flag = firstUsed(flags, ofSending);
  if (flag !== undefined)
    throw new UserError({ where: flag, what: `has no effect: ${source} sends nothing` });
}

const [minEveryMs, maxEveryMs] = [1_000, 24 * 3_600_000];

/** What a single check does and a watch does not. */
const ofOneCheck = [
  ...(['config', 'target', 'har', 'history', 'quickstart', 'report', 'sarifUri'] as const),
  ...(['emitProfile', 'update', 'wait', 'failOn', 'require'] as const),
];

/** Throws a UserError for flags that do not belong to a watch, or that need one. */
export function rejectWatchFlags(flags: CheckFlags): void {
  const { every, level = 'observe' } = flags;
  if (every === undefined) {
    const where = firstUsed(flags, ['metrics', 'notify']);
    if (where !== undefined) throw new UserError({ where, what: 'has no effect without --every DURATION' });
    return;
  }
  const where = firstUsed(flags, ofOneCheck);
  if (where !== undefined) {
    const hint = where === '--config' ? 'run a process for each target' : undefined;
    throw new UserError({ where, what: 'cannot be combined with --every', ...(hint && { hint }) });
  }
  if (level !== 'observe' && level !== 'probe')
    throw new UserError({
      where: '--every',
      what: `does not repeat level ${level}, which uses up orders`,
      expected: '--level observe or --level probe',
    });
  if (every < minEveryMs || every > maxEveryMs)
    throw new UserError({
      where: '--every',
      what: `${formatDuration(every)} is out of range`,
      expected: '1s to 24h',
    });
}
