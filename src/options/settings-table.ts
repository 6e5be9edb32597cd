import { flagOf, type Setting, type ValueOf } from './option-row.ts';
import * as read from './setting-readers.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const port = { argument: 'PORT', read: read.wholeNumber(0, 65_535) } as const;
const host = { argument: 'HOST', read: read.hostName } as const;
const text = <Name extends string>(argument: Name) => ({ argument, read: read.anyText }) as const;
const file = text('FILE');
const scenario = text('NAME|FILE');
const keys = { argument: 'KEY', joinedBy: ',', secret: true, read: read.apiKeys } as const;
const flag = { argument: 'on|off', bare: 'on', read: read.onOrOff } as const;

/**
 * The settings in the groups of `--help`. Flags, variables, defaults, `--help`, docs/reference/settings.md and the checks of the
 * options of `startSimulator` come from them.
 */
export const settingGroups = {
  'Options:': {
    scenario: {
      ...scenario,
      default: 'mixed',
      description:
        'initial state of production and staging; `store-orders-sim scenarios list` lists the built-in scenarios',
    },
    scenarios: {
      ...text('DIR'),
      unset: 'built-in scenarios only',
      description: 'folder of scenarios, which override built-in scenarios of the same name',
    },
    watch: {
      ...flag,
      default: false,
      description: 'load the scenario of production and staging again when its file changes',
    },
    port: {
      ...port,
      default: 4010,
      alsoVariable: 'PORT',
      description: 'port of the service; 0 selects a free port',
    },
    controlPort: {
      ...port,
      default: 4011,
      description: 'port of the control API; 0 selects a free port',
    },
    controlToken: {
      argument: 'TOKEN',
      unset: 'a random token, printed at start',
      secret: true,
      read: read.token,
      description: 'bearer token of the control API, 8 characters or more',
    },
    apiKey: {
      ...keys,
      default: ['test-api-key'],
      description: 'API keys of production; repeatable, or separated by commas',
    },
    profile: {
      argument: 'NAME|FILE',
      unset: 'the profile of the scenario, else least-promise',
      read: read.profileOrFile,
      description: 'choices for the gaps of the specification: least-promise, typical, vary, or a file',
    },
    gap: {
      ofServe: true,
      argument: 'KEY=CHOICE',
      unset: 'the choices of the profile',
      joinedBy: ';',
      read: read.gapChoices,
      description:
        'choice for one gap, overrides the profile; repeatable, or separated by commas; `store-orders-sim gaps` lists all gaps',
    },
    seed: {
      argument: 'NUMBER',
      default: 1,
      read: read.wholeNumber(0, Number.MAX_SAFE_INTEGER),
      description: 'random seed; the same seed gives the same orders and the same responses',
    },
    gapsHeader: {
      ...flag,
      default: false,
      description: 'add the header Sim-Gaps with the gaps that a response relied on',
    },
  },
  'Initial state:': {
    stagingScenario: { ...scenario, unset: 'the same as scenario', description: 'initial state of staging' },
    scenarioInline: {
      ...text('YAML'),
      description: 'text of a scenario, used instead of `scenario` where no file can be provided',
    },
    environments: {
      ...text('DIR'),
      unset: 'only production and staging',
      description:
        'folder with a file for each environment to create at the start, as PUT /environments/{name} accepts it; /environments in the container image',
    },
    maxOrders: {
      argument: 'COUNT',
      default: 100_000,
      read: read.wholeNumber(1, 100_000_000),
      description: 'maximum number of orders in a scenario or an environment',
    },
    stagingApiKey: {
      ...keys,
      default: ['test-staging-key'],
      description: 'API keys of staging; repeatable, or separated by commas',
    },
  },
  'Addresses:': {
    host: {
      ...host,
      default: '127.0.0.1',
      description: 'address that the service listens on; 0.0.0.0 in the container image',
    },
    publicUrl: {
      argument: 'URL',
      unset: 'the host that a client of the control API used, with the port of the service',
      read: read.publicUrl,
      description:
        'address at which clients reach the service, without /v1, where ports are mapped or a proxy is between; base addresses begin with it',
    },
    control: { ...flag, default: true, description: 'serve the control API' },
    controlHost: {
      ...host,
      default: '127.0.0.1',
      description: 'address that the control API listens on; 0.0.0.0 in the container image',
    },
    controlHosts: {
      argument: 'HOST',
      unset: 'only localhost and the loopback addresses',
      joinedBy: ',',
      read: read.hostNames,
      description:
        'more hosts that clients may use for the control API (Host header): names and addresses, or * for every host; repeatable, or separated by commas',
    },
    replica: {
      ...text('NAME'),
      unset: 'the host name of the machine or the container',
      description:
        'name of this process in GET /environments and /metrics, where several run behind one address',
    },
  },
  'Several processes:': {
    store: {
      ...{ argument: 'URL', secret: true, read: read.storeAddress },
      unset: 'none; the environments are those of this process',
      description: 'Valkey or Redis that several processes share: redis://HOST:PORT (docs/guides/scaling.md)',
    },
  },
  'HTTPS:': {
    tls: {
      ofServe: true,
      argument: 'off|self-signed',
      default: 'off',
      bare: 'self-signed',
      read: read.oneOf(['off', 'self-signed']),
      description:
        'serve HTTPS with a generated certificate; use --tls-cert and --tls-key for your own certificate',
    },
    tlsCert: { ofServe: true, ...file, description: 'certificate chain for HTTPS, in PEM' },
    tlsKey: { ofServe: true, ...file, description: 'private key of the certificate, in PEM' },
    tlsCaFile: {
      ofServe: true,
      ...file,
      default: 'store-orders-sim-ca.pem',
      description: 'file to which --tls self-signed writes the CA that clients must trust',
    },
  },
  'Log and operation:': {
    logLevel: {
      ofServe: true,
      argument: 'LEVEL',
      default: 'info',
      read: read.oneOf(logLevels),
      description: `level of the log on stderr: ${logLevels.join(', ')}`,
    },
    logFormat: {
      ofServe: true,
      argument: 'FORMAT',
      unset: 'pretty on a terminal, elsewhere json',
      read: read.oneOf(['pretty', 'json']),
      description: 'format of the log: pretty, or json with one object per line',
    },
    logRequests: {
      ofServe: true,
      argument: 'all|some|off',
      default: 'some',
      read: read.oneOf(['all', 'some', 'off']),
      description:
        'requests of the service that are logged at level info: all, or the first 20 of each second and the number of the others, or none',
    },
    journalSize: {
      argument: 'COUNT',
      default: 1_000,
      read: read.wholeNumber(0, 1_000_000),
      description: 'maximum number of exchanges in the journal of an environment',
    },
    drainDelay: {
      ofServe: true,
      argument: 'DURATION',
      default: 0,
      read: read.duration('1h'),
      description:
        'time after SIGTERM or SIGINT during which /readyz responds with 503 and everything else still works, so that load balancers notice',
    },
    shutdownTimeout: {
      ofServe: true,
      argument: 'DURATION',
      default: 8_000,
      read: read.duration('1h'),
      description: 'time that SIGTERM and SIGINT then wait for requests in flight; Docker kills after 10 s',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

type Group = (typeof settingGroups)[keyof typeof settingGroups];
type Table = { readonly [Key in Keys<Group>]: Extract<Group, Readonly<Record<Key, unknown>>>[Key] };
type Keys<One> = One extends unknown ? keyof One & string : never;

/** Every setting by its key. */
export const settingsTable = Object.assign({}, ...Object.values(settingGroups)) as Table;

export type SettingKey = keyof Table;

/** The values of all settings. A setting without a default is undefined if no source gives it. Durations are in milliseconds. */
export type Settings = {
  readonly [K in SettingKey]: Table[K] extends { readonly default: unknown }
    ? ValueOf<Table[K]>
    : ValueOf<Table[K]> | undefined;
};

export const settingKeys: readonly SettingKey[] = Object.keys(settingsTable).filter(isSettingKey);

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(settingsTable, text);
}

export function settingOf(key: SettingKey): Setting {
  return settingsTable[key];
}

/** Returns the variable of a setting: `controlPort` → `SIM_CONTROL_PORT`. */
export function settingVariable(key: string): string {
  return `SIM_${flagOf(key).slice(2).replaceAll('-', '_').toUpperCase()}`;
}

/** Returns the environment variables of a setting, in order of precedence. */
export function variablesOf(key: SettingKey): readonly string[] {
  return [settingVariable(key), settingOf(key).alsoVariable].filter((name) => name !== undefined);
}
