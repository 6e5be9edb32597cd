import { bytes, milliseconds } from '../check/check-rows.ts';
import { outcomeTable } from '../check/check-table.ts';
import type { FlagsOf, OptionRow } from '../options/option-row.ts';
import { wholeNumber } from '../options/setting-readers.ts';

const file = { argument: 'file' } as const;

export const proxyTable = {
  host: {
    argument: 'host',
    default: '127.0.0.1',
    description: 'host or address on which clients connect',
  },
  port: {
    argument: 'port',
    read: wholeNumber(0, 65_535),
    default: 4020,
    description: 'port on which clients connect; 0 takes any free port',
  },
  tlsCert: { ...file, description: 'certificate for clients, in PEM: they connect with https' },
  tlsKey: { ...file, description: 'private key of --tls-cert, in PEM' },
  ca: { ...file, description: 'CA certificates to trust for UPSTREAM instead of the default ones, in PEM' },
  timeout: {
    argument: 'duration',
    read: milliseconds,
    default: 30_000,
    shownDefault: '30s',
    description: 'maximum time without a byte of UPSTREAM',
  },
  maxBody: {
    argument: 'bytes',
    option: 'keepBytes',
    read: bytes,
    default: 16 * 1024 ** 2,
    shownDefault: '16M',
    description: 'maximum size of a body that is judged; longer ones are forwarded',
  },
  env: {
    argument: 'name=text',
    repeatable: true,
    description: 'variable for COMMAND: NAME={baseUrl} or NAME={origin}; repeatable',
  },
  failFast: { description: 'end at the first exchange that breaks the contract' },
  ...outcomeTable,
} as const satisfies Readonly<Record<string, OptionRow>>;

export type ProxyFlags = FlagsOf<typeof proxyTable>;
