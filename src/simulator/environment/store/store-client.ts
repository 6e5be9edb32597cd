import { Redis } from 'iovalkey';
import type { Clock } from '../../../clock.ts';
import { type Problem, UserError } from '../../../user-error.ts';
import { StoreUnavailable } from '../store-unavailable.ts';

/** The connection was lost or restored, or the settings of an environment that the store has are not in effect. */
export type StoreEvent =
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'restored' }
  | { readonly kind: 'kept'; readonly environment: string };

export type OnStore = (event: StoreEvent) => void;

/** How long a request waits for the store, in milliseconds. */
const deadlineMs = 2_000;
const retryMs = 20;
const form = 'redis://[user:password@]host[:port][/database], or rediss:// for TLS, with ?prefix=NAME';

type Connection = { call(command: string, ...args: readonly string[]): Promise<unknown> } & {
  disconnect(reconnect?: boolean): void;
};

/** A connection to Valkey or Redis. Calls are repeated while it does not respond, so each must have the same effect twice. */
export class StoreClient {
  readonly prefix: string;
  readonly onEvent: OnStore;
  readonly #redis: Connection;
  readonly #machine: Clock;

  constructor(redis: Connection, { prefix, machine, onEvent }: StoreClientOptions) {
    this.prefix = prefix;
    this.onEvent = onEvent;
    this.#redis = redis;
    this.#machine = machine;
  }

  /** Calls the store until it responds. Throws StoreUnavailable after the deadline. */
  async call(command: string, ...args: readonly string[]): Promise<unknown> {
    const deadline = this.#machine.now() + deadlineMs;
    for (;;) {
      try {
        return await this.#redis.call(command, ...args);
      } catch (error) {
        // A connection that does not respond is not used for the next call.
        if (error instanceof Error && error.message === 'Command timed out') this.#redis.disconnect(true);
        if (this.#machine.now() + retryMs >= deadline)
          throw new StoreUnavailable(whyOf(error), { cause: error });
        await this.#machine.sleep(retryMs);
      }
    }
  }

  close(): void {
    this.#redis.disconnect();
  }
}

function whyOf(error: unknown): string {
  const isRefusal = error instanceof Error && error.name === 'ReplyError';
  return isRefusal ? `the store refuses a call (${error.message})` : 'the store does not respond';
}

type StoreClientOptions = {
  /** Begins the name of every key. */
  readonly prefix: string;
  readonly machine: Clock;
  readonly onEvent: OnStore;
};

/**
 * Connects to Valkey or Redis. Throws a UserError for an address of another form, if the store does not respond, and if it may
 * lose what it has confirmed: it must have an append-only file, unless the address has `durable=no`, and remove nothing.
 */
export async function connectStore(
  address: string,
  options: Omit<StoreClientOptions, 'prefix'>,
): Promise<StoreClient> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw new UserError({
      where: 'store',
      what: 'is not an address of a store (not shown, because it may have a password)',
      expected: form,
    });
  const { prefix = 'store-orders-sim', durable } = Object.fromEntries(url.searchParams);
  url.search = '';
  const redis = new Redis(url.href, {
    // Calls are repeated here.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: deadlineMs / 2,
    connectTimeout: deadlineMs,
    retryStrategy: (times) => Math.min(50 * times, 500),
    lazyConnect: true,
  });
  let why = '';
  redis.on('error', (error: Error) => {
    why = error.message;
  });
  try {
    await redis.connect().catch(() => undefined);
    await redis.ping();
    await checkDurability((name) => redis.config('GET', name), durable !== 'no');
  } catch (error) {
    redis.disconnect();
    if (error instanceof UserError) throw error;
    const what = `does not respond (${why || String(error)})`;
    throw new UserError({ where: 'store', what, expected: form });
  }
  redis.on('close', () => options.onEvent({ kind: 'lost', why: why || 'the connection was closed' }));
  redis.on('ready', () => options.onEvent({ kind: 'restored' }));
  return new StoreClient(redis, { ...options, prefix });
}

async function checkDurability(
  config: (name: string) => Promise<unknown>,
  isDurable: boolean,
): Promise<void> {
  // Undefined for a user who may not read it, as in a managed service.
  const read = async (name: string) =>
    ((await config(name).catch(() => [])) as readonly (string | undefined)[])[1];
  const problems: Problem[] = [];
  const [policy = 'noeviction', file = 'yes'] = [await read('maxmemory-policy'), await read('appendonly')];
  if (policy !== 'noeviction')
    problems.push({
      where: 'store',
      what: `removes data when its memory is full (maxmemory-policy ${policy})`,
      expected: 'maxmemory-policy noeviction',
    });
  if (isDurable && file !== 'yes')
    problems.push({
      where: 'store',
      what: 'loses confirmed changes when it ends (appendonly no)',
      expected: 'appendonly yes',
      hint: 'for a store that may lose them, add ?durable=no to the address',
    });
  if (problems.length > 0) throw new UserError(problems);
}
