import { bytes, milliseconds } from '../check/check-rows.ts';
import { outcomeTable } from '../check/check-table.ts';
import type { FlagsOf, OptionRow } from '../options/option-row.ts';
import { oneOf, wholeNumber } from '../options/setting-readers.ts';
import { changedFields } from '../traffic/pseudonyms/pseudonyms.ts';

const file = { argument: 'file' } as const;
const host = { argument: 'host', default: '127.0.0.1' } as const;
const port = { argument: 'port', read: wholeNumber(0, 65_535) } as const;

export const proxyTable = {
  host: { ...host, description: 'host or address on which clients connect' },
  port: { ...port, default: 4020, description: 'port on which clients connect; 0 takes any free port' },
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
  save: {
    ...file,
    description: 'write the judged exchanges to a HAR file, without keys and with other ids and dates',
  },
  saveScenario: { ...file, description: 'write the first list as a scenario without real data' },
  keep: {
    argument: 'field',
    repeatable: true,
    read: oneOf(changedFields),
    description: `field of --save and --save-scenario to write as received: ${changedFields.join(', ')}; repeatable`,
  },
  force: { description: 'replace the file of --save-scenario if it exists' },
  inject: {
    argument: 'fault',
    repeatable: true,
    description: "fault to apply, as in 'kind: latency, delay: 200ms'; repeatable",
  },
  iOwnTheseOrders: {
    option: 'ownsOrders',
    description: 'permit faults that hide whether an order was cancelled',
  },
  seed: {
    argument: 'number',
    read: wholeNumber(0, 2 ** 32 - 1),
    description: 'random seed of --inject (default: 1)',
  },
  controlHost: { ...host, description: 'host or address of --control-port' },
  controlPort: { ...port, description: 'port for POST /report and POST /forget-orders' },
  controlToken: {
    argument: 'token',
    description: 'token of --control-port (env SIM_CONTROL_TOKEN; default: generated)',
  },
  ...outcomeTable,
} as const satisfies Readonly<Record<string, OptionRow>>;

export type ProxyFlags = FlagsOf<typeof proxyTable>;
