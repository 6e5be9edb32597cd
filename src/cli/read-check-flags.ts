import { readFile } from 'node:fs/promises';
import type { CheckOptions } from '../check/check-options.ts';
import { readBaseline } from '../contract/baseline.ts';
import type { CriteriaOptions } from '../contract/criteria.ts';
import { UserError } from '../user-error.ts';
import type { CheckFlags } from './check-flags.ts';
import { findProxy } from './find-proxy.ts';
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
  const { level, maxRequests, rps, timeout, totalTimeout, maxBody, header, wait } = flags;
  return {
    ...(await readCriteriaFlags(flags)),
    url,
    apiKey: await readApiKey(flags, sources),
    level,
    pendingIds: flags.pendingId,
    shippedIds: flags.shippedId,
    raceIds: flags.raceId,
    raceBurst: flags.raceBurst,
    wrongKeys: flags.wrongKeys,
    controlUrl: flags.controlUrl,
    controlToken: flags.controlToken ?? sources.env.SIM_CONTROL_TOKEN,
    ownsOrders: flags.iOwnTheseOrders,
    maxRequests,
    requestsPerSecond: rps,
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    totalTimeoutMs: totalTimeout === undefined ? undefined : totalTimeout * 1000,
    maxBodyBytes: maxBody,
    headers: header,
    ca: await readPem('--ca', flags.ca),
    clientCert: await readPem('--cert', flags.cert),
    clientKey: await readPem('--key', flags.key),
    clientKeyPassphrase: await readPassphrase(flags.keyPassphraseFile),
    proxy: findProxy(url, sources.env),
    waitSeconds: wait,
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
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new UserError({ where: flag, what: `${file} cannot be read${why}`, expected: 'a PEM file' });
  }
}

async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readSecretFile(file, '--key-passphrase-file');
}

/** Throws a UserError for what concerns orders, which `--quickstart` does not have. */
function rejectOrderFlags(url: string | undefined, flags: CheckFlags): void {
  if (flags.quickstart === undefined) return;
  const ofOrders = {
    '--pending-id': flags.pendingId,
    '--shipped-id': flags.shippedId,
    '--race-id': flags.raceId,
    '--control-url': flags.controlUrl,
  };
  const given = Object.entries({ [`the address ${url}`]: url, ...ofOrders });
  const [where] = given.find(([, value]) => value !== undefined) ?? [];
  if (where !== undefined)
    throw new UserError({ where, what: 'cannot be combined with --quickstart, which has no orders' });
}

/** Throws a UserError for a flag that controls sending, which `source` (`--har FILE`) does not do. */
export function rejectSendingFlags(source: string, flags: CheckFlags): void {
  const given = {
    '--level': flags.level,
    '--pending-id': flags.pendingId,
    '--shipped-id': flags.shippedId,
    '--race-id': flags.raceId,
    '--header': flags.header,
    '--dry-run': flags.dryRun,
    '--wait': flags.wait,
    '--control-url': flags.controlUrl,
    '--total-timeout': flags.totalTimeout,
    '--quickstart': flags.quickstart,
  };
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined)
    throw new UserError({ where: flag, what: `has no effect: ${source} sends nothing` });
}
