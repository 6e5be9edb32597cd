import { UserError } from '../../../user-error.ts';

/** The address of a shared store, read from `valkey://[user:password@]host:port[/db][?prefix=…]`. */
export type StoreAddress = {
  /** With the scheme that the client library knows: `redis:` or `rediss:`. */
  readonly url: string;
  /** The address without a password, for messages. */
  readonly shown: string;
  /** The first part of every key. */
  readonly prefix: string;
  /** How long a call may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The name under which Sentinel knows the server; then the addresses are those of Sentinels. */
  readonly sentinel: string | undefined;
  /** Further addresses, of Sentinels or of nodes of a cluster: `host:port`. */
  readonly others: readonly string[];
  /** A file with the certificates of the authorities that signed the certificate of the server. */
  readonly caFile: string | undefined;
};

const schemes: Readonly<Record<string, string>> = {
  'valkey:': 'redis:',
  'redis:': 'redis:',
  'valkeys:': 'rediss:',
  'rediss:': 'rediss:',
};

const parameters = ['prefix', 'timeout', 'ca', 'sentinel', 'node'];

const form = 'valkey://[user:password@]host:port[/db][?prefix=NAME]';

/** Reads the address of a shared store. Throws a UserError that shows no password. */
export function readStoreAddress(text: string): StoreAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url === undefined ? undefined : schemes[url.protocol];
  if (url === undefined || scheme === undefined || url.hostname === '')
    throw refuse('is not the address of a shared store', `${form}, or redis://, rediss://, valkeys://`);
  if (!/^(?:\/\d{0,4})?$/.test(url.pathname))
    throw refuse(`has the path ${JSON.stringify(url.pathname)}`, 'the number of a database, such as /0');
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    throw refuse(`has the unknown parameter ${JSON.stringify(unknown)}`, parameters.join(', '));
  const prefix = url.searchParams.get('prefix') ?? 'store-orders-sim';
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(prefix))
    throw refuse('has an invalid prefix', 'up to 64 letters, digits, ., - and _');
  const timeout = url.searchParams.get('timeout') ?? '2000';
  if (!/^[1-9]\d{1,5}$/.test(timeout))
    throw refuse('has an invalid timeout', 'milliseconds from 10 to 999999');
  const others = url.searchParams.getAll('node');
  const invalid = others.find((node) => !/^[^\s/@?#]+:\d{1,5}$/.test(node));
  if (invalid !== undefined)
    throw refuse(`has the invalid node ${JSON.stringify(invalid)}`, 'host:port of one more Sentinel or node');
  const sentinel = url.searchParams.get('sentinel') ?? undefined;
  const caFile = url.searchParams.get('ca') ?? undefined;
  url.search = '';
  const address = `${scheme}${url.href.slice(url.protocol.length)}`;
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return { url: address, shown, prefix, timeoutMs: Number(timeout), sentinel, others, caFile };
}

/** The address of another server with the same user, password, database and scheme. */
export function addressAt({ url }: Pick<StoreAddress, 'url'>, hostAndPort: string): string {
  const other = new URL(url);
  other.host = hostAndPort;
  return other.href;
}

function refuse(what: string, expected: string): UserError {
  return new UserError({ where: '--store', what, expected });
}
