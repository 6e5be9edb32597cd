import type { RedisOptions } from 'iovalkey';
import type { Clock } from '../../../clock.ts';
import { UserError } from '../../../user-error.ts';
import { LogStore, storeDeadlineMs } from './log-store.ts';

/** Called when the connection to the store was lost, or restored. */
export type OnConnection = (event: { readonly kind: 'lost' | 'restored'; readonly why: string }) => void;

const form =
  'redis://[user:password@]host[:port][/database], rediss:// for TLS, or redis+sentinel://host:port,host:port/name[/database]; ?wait=1 confirms a change when a replica has it, ?prefix=NAME separates several installations';

/**
 * Connects to Valkey or Redis. Throws a UserError for an address of another form, and if the store does not respond or is not
 * fit for logs.
 *
 * @param id the id that the store must have
 */
export async function connectStore(
  address: string,
  {
    machine,
    id,
    onConnection,
  }: { readonly machine: Clock; readonly id?: string | undefined; readonly onConnection: OnConnection },
): Promise<LogStore> {
  const { options, wait, prefix } = readAddress(address);
  const { Redis } = await import('iovalkey');
  const redis = new Redis({
    ...options,
    // A call is repeated here, with its own condition, or not at all.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: storeDeadlineMs / 2,
    connectTimeout: storeDeadlineMs,
    retryStrategy: (times) => Math.min(50 * times, 500),
    lazyConnect: true,
  });
  let why = '';
  redis.on('error', (error: Error) => {
    why = error.message;
  });
  await redis.connect().catch(() => undefined);
  const store = new LogStore(redis, prefix, machine, wait);
  try {
    await checkPolicy(redis);
    if (id !== undefined && (await redis.get(`{${prefix}}:id`)) !== id)
      throw new UserError({
        where: 'storeId',
        what: `the store does not have the id ${id}`,
        hint: 'it is another store, or it was emptied',
      });
    await store.open();
  } catch (error) {
    redis.disconnect();
    if (error instanceof UserError) throw error;
    throw new UserError({
      where: 'store',
      what: `does not respond (${why || String(error)})`,
      expected: form,
    });
  }
  redis.on('close', () => onConnection({ kind: 'lost', why: why || 'the connection was closed' }));
  redis.on('ready', () => onConnection({ kind: 'restored', why: '' }));
  // A connection that does not respond is not used for the next call.
  store.onStall = () => redis.disconnect(true);
  return store;
}

async function checkPolicy(redis: { config(get: 'GET', name: string): Promise<unknown> }): Promise<void> {
  // A user whose rights do not include CONFIG, as in a managed service, has read this requirement on the page.
  const reply = await redis.config('GET', 'maxmemory-policy').catch(() => []);
  const [, policy = 'noeviction'] = reply as readonly string[];
  if (policy !== 'noeviction')
    throw new UserError({
      where: 'store',
      what: `removes data when its memory is full (maxmemory-policy ${policy})`,
      expected: 'maxmemory-policy noeviction',
    });
}

function readAddress(address: string): {
  readonly options: RedisOptions;
  readonly wait: number;
  readonly prefix: string;
} {
  const [, scheme, rest = ''] =
    /^(redis|rediss|valkey|valkeys|redis\+sentinel):\/\/(.*)$/.exec(address) ?? [];
  const fail = (): never => {
    throw new UserError({
      where: 'store',
      what: 'is not an address of a store (not shown, because it may have a password)',
      expected: form,
    });
  };
  if (scheme === undefined) return fail();
  const [hosts = '', ...others] = (/^(?:[^@]*@)?([^/?]*)/.exec(rest)?.[1] ?? '').split(',');
  const url = URL.canParse(`redis://${rest.replace(/,[^/?]*/, '')}`)
    ? new URL(`redis://${rest.replace(/,[^/?]*/, '')}`)
    : fail();
  const wait = Number(url.searchParams.get('wait') ?? 0);
  const prefix = url.searchParams.get('prefix') ?? 'store-orders-sim';
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const isSentinel = scheme === 'redis+sentinel';
  const database = Number((isSentinel ? parts[1] : parts[0]) ?? 0);
  if (hosts === '' || !Number.isInteger(wait) || wait < 0 || !Number.isInteger(database)) return fail();
  const common = {
    db: database,
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
  };
  if (isSentinel) {
    const sentinels = [hosts, ...others].map((one) => {
      const [host = '', port = '26379'] = one.split(':');
      return { host, port: Number(port) };
    });
    return { options: { ...common, sentinels, name: parts[0] ?? 'mymaster' }, wait, prefix };
  }
  const tls = scheme === 'rediss' || scheme === 'valkeys' ? { tls: { servername: url.hostname } } : {};
  return { options: { ...common, ...tls, host: url.hostname, port: Number(url.port || 6379) }, wait, prefix };
}
