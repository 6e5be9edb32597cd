import { Redis } from 'iovalkey';
import { type Problem, UserError } from '../../../user-error.ts';
import type { OnStore } from '../store-unavailable.ts';
import { EnvironmentStore } from './environment-store.ts';

/** How long a request waits for the store, in milliseconds. */
const deadlineMs = 2_000;

const notDurable: Problem = {
  where: 'store',
  what: 'loses confirmed changes when it ends (appendonly no)',
  expected: 'appendonly yes',
  hint: 'for a store that may lose them, add ?durable=no to the address',
};

/**
 * Connects to Valkey or Redis. Throws a UserError if the store does not respond, and if it may lose what it has confirmed: it must
 * have an append-only file, unless the address has `durable=no`.
 */
export async function connectStore(address: string, onEvent: OnStore): Promise<EnvironmentStore> {
  const url = new URL(address);
  const { prefix = 'store-orders-sim', durable } = Object.fromEntries(url.searchParams);
  url.search = '';
  const redis = new Redis(url.href, {
    // One hash tag: a cluster has all keys in one place.
    keyPrefix: `{${prefix}}:`,
    // A call that was repeated could take effect twice.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: deadlineMs,
    connectTimeout: deadlineMs,
    retryStrategy: () => 250,
    lazyConnect: true,
  });
  let why: string | undefined;
  redis.on('error', (error: Error) => {
    why = error.message;
  });
  await redis.connect().catch(() => undefined);
  const reply = await redis.ping().catch((error: Error) => error.message);
  // Undefined for a user who may not read it, as in a managed service.
  const [, appendOnly] = (await redis.config('GET', 'appendonly').catch(() => [])) as readonly string[];
  const what = `does not respond (${why ?? reply})`;
  const problem =
    reply === 'PONG' ? notDurable : { where: 'store', what, hint: 'start it, or correct its address' };
  if (problem !== notDurable || (appendOnly === 'no' && durable !== 'no')) {
    redis.disconnect();
    throw new UserError(problem);
  }
  redis.on('close', () => onEvent({ kind: 'lost', why: why ?? 'the connection was closed' }));
  redis.on('ready', () => onEvent({ kind: 'restored' }));
  return new EnvironmentStore(redis);
}
