import type { RedisOptions } from 'iovalkey';
import type { Clock } from '../../../clock.ts';
import { UserError } from '../../../user-error.ts';
import { LogStore } from './log-store.ts';
import { storeDeadlineMs } from './store-calls.ts';
import type { OnStore } from './store-event.ts';

const form =
  'redis://[user:password@]host[:port][/database], rediss:// for TLS, or redis+sentinel://host:port,host:port/name[/database], each with ?wait=1 and ?prefix=NAME';

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
    onEvent,
  }: { readonly machine: Clock; readonly id?: string | undefined; readonly onEvent: OnStore },
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
  // While no Sentinel responds, the client tries for ever.
  await Promise.race([redis.connect(), machine.sleep(5 * storeDeadlineMs)]).catch(() => undefined);
  const store = new LogStore(redis, { prefix, machine, wait, onEvent });
  try {
    await checkPolicy(redis);
    if (id !== undefined && (await redis.get(`{${prefix}}:id`)) !== id)
      throw new UserError({
        where: 'storeId',
        what: `the store does not have the id ${id}`,
        hint: 'it is another store, or it was emptied',
      });
    if (await store.open()) onEvent({ kind: 'empty' });
  } catch (error) {
    redis.disconnect();
    if (error instanceof UserError) throw error;
    throw new UserError({
      where: 'store',
      what: `does not respond (${why || String(error)})`,
      expected: form,
    });
  }
  redis.on('close', () => onEvent({ kind: 'lost', why: why || 'the connection was closed' }));
  redis.on('ready', () => onEvent({ kind: 'restored' }));
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

type StoreAddress = { readonly options: RedisOptions; readonly wait: number; readonly prefix: string };

function readAddress(address: string): StoreAddress {
  const [, scheme, login = '', hosts = '', rest = ''] =
    /^(rediss?|redis\+sentinel):\/\/([^@/]*@)?([^/?@]+)(.*)$/.exec(address) ?? [];
  const texts = hosts.split(',').map((host) => `redis://${login}${host}${rest}`);
  const urls = texts.flatMap((text) => (URL.canParse(text) ? new URL(text) : []));
  const [url] = urls;
  const [first, second] = (url?.pathname ?? '').split('/').filter((part) => part !== '');
  const wait = Number(url?.searchParams.get('wait') ?? 0);
  const database = Number((scheme === 'redis+sentinel' ? second : first) ?? 0);
  const isRead = url !== undefined && urls.length === texts.length && (urls.length === 1 || second !== '');
  if (!isRead || !(Number.isInteger(wait) && wait >= 0) || !Number.isInteger(database))
    throw new UserError({
      where: 'store',
      what: 'is not an address of a store (not shown, because it may have a password)',
      expected: form,
    });
  const [server, ...others] = urls.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (scheme === 'redis+sentinel' ? 26379 : 6379)),
  }));
  const options = {
    db: database,
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    ...(scheme === 'rediss' && { tls: { servername: server?.host ?? '' } }),
    ...(scheme === 'redis+sentinel'
      ? { sentinels: [server ?? {}, ...others], name: first ?? 'mymaster' }
      : server),
  };
  return { options, wait, prefix: url.searchParams.get('prefix') ?? 'store-orders-sim' };
}
