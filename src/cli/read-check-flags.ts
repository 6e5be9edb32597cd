import { readFile } from 'node:fs/promises';
import type { CheckOptions } from '../checker/check-options.ts';
import { findHandles } from '../checker/control-handles.ts';
import { readTarget } from '../checker/target.ts';
import { UserError } from '../shared/user-error.ts';
import type { CheckFlags } from './check-flags.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Makes options from the flags and the environment; asks the control API for ids where that is wanted. Throws UserErrors. */
export async function readCheckFlags(
  url: string | undefined,
  flags: CheckFlags,
  env: Variables,
): Promise<CheckOptions> {
  if (url === undefined)
    throw new UserError({
      where: 'check',
      what: 'names no target',
      expected: 'the base address of a deployment, such as https://host.example/v1, or --har FILE',
    });
  const named = await namedOrders(url, flags, env);
  return {
    ...named,
    url,
    apiKey: readKey(flags, env),
    level: flags.level,
    ownsOrders: flags.iOwnTheseOrders,
    maxRequests: flags.maxRequests,
    requestsPerSecond: flags.rps,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    maxBodyBytes: flags.maxBody,
    headers: flags.header,
    ca: flags.ca === undefined ? undefined : await readCa(flags.ca),
    waitSeconds: flags.wait,
    failOn: flags.failOn,
    ignore: flags.ignore,
  };
}

/** A plan is printed without any key. */
function readKey(flags: CheckFlags, env: Variables): string {
  const key = flags.apiKey ?? env.STORE_ORDERS_API_KEY ?? (flags.dryRun === true ? 'key' : undefined);
  if (key !== undefined) return key;
  throw new UserError({
    where: '--api-key',
    what: 'is missing',
    expected: 'the API key of the deployment, as a flag or in STORE_ORDERS_API_KEY',
  });
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new UserError({ where: '--ca', what: `${file} cannot be read${why}`, expected: 'a PEM file' });
  }
}

/** The orders to try: as named, else those behind the handles of our own simulator. Other levels need none. */
async function namedOrders(
  url: string,
  flags: CheckFlags,
  env: Variables,
): Promise<Pick<CheckOptions, 'pendingIds' | 'shippedIds'>> {
  const { pendingId: pendingIds, shippedId: shippedIds, controlUrl, level } = flags;
  if (controlUrl === undefined || level !== 'cancel') return { pendingIds, shippedIds };
  const controlToken = flags.controlToken ?? env.SIM_CONTROL_TOKEN;
  const handles = await findHandles({ controlUrl, controlToken }, readTarget(url).basePath);
  const behind = (handle: string): readonly bigint[] => {
    const id = handles.get(handle);
    return id === undefined ? [] : [id];
  };
  return { pendingIds: pendingIds ?? behind('pending'), shippedIds: shippedIds ?? behind('shipped') };
}
