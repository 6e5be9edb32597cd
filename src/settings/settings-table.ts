import { defaults } from './defaults.ts';
import { logLevels } from './log-level.ts';
import type { Setting, SettingReading } from './setting.ts';
import * as read from './setting-readers.ts';

const port = read.wholeNumber(0, 65_535);

/** The table of settings: the single source of flags, variables, config keys, `--help`, docs and tests. */
export const settingsTable = {
  port: {
    argument: 'PORT',
    default: '4010',
    alsoVariable: 'PORT',
    read: port,
    says: 'port of the service; 0 takes a free one',
  },
  host: {
    argument: 'HOST',
    default: defaults.host,
    read: read.hostName,
    says: 'address on which the service listens; the container listens on 0.0.0.0',
  },
  tls: {
    argument: 'off|self-signed',
    default: 'off',
    bare: 'self-signed',
    read: read.oneOf(['off', 'self-signed']),
    says: 'serves https with a certificate made at the start; --tls-cert and --tls-key serve https with your own',
  },
  tlsCert: {
    argument: 'FILE',
    unset: 'no certificate of your own',
    read: read.anyText,
    says: 'certificate to serve https with, PEM, with its chain',
  },
  tlsKey: {
    argument: 'FILE',
    unset: 'no certificate of your own',
    read: read.anyText,
    says: 'private key of that certificate, PEM',
  },
  tlsCaFile: {
    argument: 'FILE',
    default: 'store-orders-sim-ca.pem',
    read: read.anyText,
    says: 'where --tls self-signed writes the CA that clients have to trust',
  },
  scenario: {
    argument: 'NAME|FILE',
    default: defaults.scenario,
    read: read.anyText,
    says: 'state in which production and staging start; `store-orders-sim scenarios list` names the built-in ones',
  },
  stagingScenario: {
    argument: 'NAME|FILE',
    unset: 'the same as scenario',
    read: read.anyText,
    says: 'state in which staging starts',
  },
  scenarioInline: {
    argument: 'YAML',
    unset: 'no inline scenario',
    read: read.anyText,
    says: 'text of a scenario, used in place of scenario, for those who can set variables and nothing else',
  },
  scenarios: {
    argument: 'DIR',
    unset: 'the built-in scenarios alone',
    read: read.anyText,
    says: 'folder of your scenarios; a name found there goes before a built-in one',
  },
  maxOrders: {
    argument: 'COUNT',
    default: `${defaults.maxOrders}`,
    read: read.wholeNumber(1, 100_000_000),
    says: 'how many orders a scenario may have',
  },
  apiKey: {
    argument: 'KEY',
    default: defaults.apiKey.join(),
    joinedBy: ',',
    secret: true,
    read: read.apiKeys,
    says: 'API keys of production; repeatable, or separated by commas',
  },
  stagingApiKey: {
    argument: 'KEY',
    default: defaults.stagingApiKey.join(),
    joinedBy: ',',
    secret: true,
    read: read.apiKeys,
    says: 'API keys of staging; repeatable, or separated by commas',
  },
  seed: {
    argument: 'NUMBER',
    default: `${defaults.seed}`,
    read: read.wholeNumber(0, Number.MAX_SAFE_INTEGER),
    says: 'where everything random starts: the same seed gives the same orders and the same answers',
  },
  profile: {
    argument: 'NAME|FILE',
    unset: 'as the scenario says, else least-promise',
    read: read.profileOrFile,
    says: 'how the gaps of the specification are answered: least-promise, typical, vary, or a file',
  },
  gap: {
    argument: 'KEY=ANSWER',
    unset: 'as the profile says',
    joinedBy: ';',
    read: read.gapChoices,
    says: 'answer to one gap, before the profile; repeatable, or separated by commas; `store-orders-sim gaps` lists them',
  },
  gapsHeader: {
    argument: 'on|off',
    default: defaults.gapsHeader ? 'on' : 'off',
    bare: 'on',
    read: read.onOrOff,
    says: 'names in the response header Sim-Gaps the gaps that an answer relied on',
  },
  control: {
    argument: 'on|off',
    default: defaults.control ? 'on' : 'off',
    bare: 'on',
    read: read.onOrOff,
    says: 'serves the control API',
  },
  controlPort: {
    argument: 'PORT',
    default: '4011',
    read: port,
    says: 'port of the control API; 0 takes a free one',
  },
  controlHost: {
    argument: 'HOST',
    default: defaults.controlHost,
    read: read.hostName,
    says: 'address on which the control API listens; the container listens on 0.0.0.0',
  },
  controlToken: {
    argument: 'TOKEN',
    unset: 'a random one, printed at the start',
    secret: true,
    read: read.token,
    says: 'bearer token that the control API asks for',
  },
  controlHosts: {
    argument: 'HOST',
    unset: 'localhost and the loopback addresses alone',
    joinedBy: ',',
    read: read.hostNames,
    says: 'further names by which clients may call the control API (Host header); repeatable, or separated by commas',
  },
  journalSize: {
    argument: 'COUNT',
    default: `${defaults.journalSize}`,
    read: read.wholeNumber(0, 1_000_000),
    says: 'how many exchanges the journal of an environment keeps',
  },
  logLevel: {
    argument: 'LEVEL',
    default: 'info',
    read: read.oneOf(logLevels),
    says: `how much is logged to stderr, as JSON lines: ${logLevels.join(', ')}; debug tells each answered request, which the journal does at every level`,
  },
  shutdownTimeout: {
    argument: 'DURATION',
    default: `${defaults.shutdownTimeoutMs / 1_000}s`,
    read: read.duration,
    says: 'how long SIGTERM and SIGINT wait for requests in flight; under the 10 s after which Docker kills',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type Table = typeof settingsTable;

/** The key of a setting, as in a config file. */
export type SettingKey = keyof Table;

type ValueOf<S> = S extends { read: (text: string) => SettingReading<infer T> } ? T : never;

/** The values of all settings. A setting without a default is undefined when no source gives it. Durations are in ms. */
export type Settings = {
  readonly [K in SettingKey]: Table[K] extends { readonly default: string }
    ? ValueOf<Table[K]>
    : ValueOf<Table[K]> | undefined;
};

/** Every key, in the order of the table. */
export const settingKeys: readonly SettingKey[] = Object.keys(settingsTable).filter(isSettingKey);

/** Whether a text is the key of a setting. */
export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(settingsTable, text);
}

/** The row of a key, without the type of its value. */
export function settingOf(key: SettingKey): Setting<unknown> {
  return settingsTable[key];
}
