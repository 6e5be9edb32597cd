import { UserError } from '../../../shared/user-error.ts';

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
  /** A file with the certificates of the authorities that signed the certificate of the server. */
  readonly caFile: string | undefined;
};

const schemes: Readonly<Record<string, string>> = {
  'valkey:': 'redis:',
  'redis:': 'redis:',
  'valkeys:': 'rediss:',
  'rediss:': 'rediss:',
};

const parameters = ['prefix', 'timeout', 'ca'];

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
  const caFile = url.searchParams.get('ca') ?? undefined;
  url.search = '';
  const address = `${scheme}${url.href.slice(url.protocol.length)}`;
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return { url: address, shown, prefix, timeoutMs: Number(timeout), caFile };
}

function refuse(what: string, expected: string): UserError {
  return new UserError({ where: '--store', what, expected });
}
