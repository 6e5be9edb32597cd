import { Option } from 'commander';
import { value } from '../options/setting.ts';
import { oneOf, wholeNumber } from '../options/setting-readers.ts';
import { nearestHint } from '../text/nearest.ts';
import { type ChangedField, changedFields } from '../traffic/pseudonyms/pseudonyms.ts';
import { type Problem, UserError } from '../user-error.ts';
import { type CheckFlags, createOutcomeFlags, seconds, size } from './check-flags.ts';
import { listFlag, valueFlag } from './flags.ts';

/** The parsed flags of `proxy`. */
export type ProxyFlags = Pick<
  CheckFlags,
  | 'ca'
  | 'report'
  | 'sarifUri'
  | 'failOn'
  | 'ignore'
  | 'skip'
  | 'require'
  | 'baseline'
  | 'expectProfile'
  | 'emitProfile'
  | 'maxAge'
  | 'update'
> & {
  readonly host: string;
  readonly port: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** In seconds. */
  readonly timeout: number;
  readonly maxBody: number;
  readonly env?: readonly string[];
  readonly failFast?: boolean;
  readonly save?: string;
  readonly saveScenario?: string;
  readonly keep?: readonly ChangedField[];
  readonly force?: boolean;
  readonly inject?: readonly string[];
  readonly iOwnTheseOrders?: boolean;
  readonly seed?: number;
  readonly controlHost: string;
  readonly controlPort?: number;
  readonly controlToken?: string;
};

const port = wholeNumber(0, 65_535);

/** Creates the flags of `proxy`. An invalid value throws a UserError. */
export function createProxyFlags(): readonly Option[] {
  return [
    new Option('--host <host>', 'host or address on which clients connect').default('127.0.0.1'),
    valueFlag('--port <port>', 'port on which clients connect; 0 takes any free port', port).default(4020),
    new Option('--tls-cert <file>', 'certificate for clients, in PEM: they connect with https'),
    new Option('--tls-key <file>', 'private key of --tls-cert, in PEM'),
    new Option('--ca <file>', 'CA certificates to trust for UPSTREAM instead of the default ones, in PEM'),
    valueFlag('--timeout <duration>', 'maximum time without a byte of UPSTREAM', seconds).default(30, '30s'),
    valueFlag(
      '--max-body <bytes>',
      'maximum size of a body that is judged; longer ones are forwarded',
      size,
    ).default(16 * 1024 ** 2, '16M'),
    listFlag('--env <name=text>', 'variable for COMMAND: NAME={baseUrl} or NAME={origin}; repeatable', value),
    new Option('--fail-fast', 'end at the first exchange that breaks the contract'),
    new Option(
      '--save <file>',
      'write the judged exchanges to a HAR file, without keys and with other ids and dates',
    ),
    new Option('--save-scenario <file>', 'write the first list as a scenario without real data'),
    listFlag(
      '--keep <field>',
      `field of --save and --save-scenario to write as received: ${changedFields.join(', ')}; repeatable`,
      oneOf(changedFields),
    ),
    new Option('--force', 'replace the file of --save-scenario if it exists'),
    listFlag('--inject <fault>', "fault to apply, as in 'kind: latency, delay: 200ms'; repeatable", value),
    new Option('--i-own-these-orders', 'permit faults that hide whether an order was cancelled'),
    valueFlag('--seed <number>', 'random seed of --inject (default: 1)', wholeNumber(0, 2 ** 32 - 1)),
    new Option('--control-host <host>', 'host or address of --control-port').default('127.0.0.1'),
    valueFlag('--control-port <port>', 'port for POST /report and POST /forget-orders', port),
    new Option(
      '--control-token <token>',
      'token of --control-port (env SIM_CONTROL_TOKEN; default: generated)',
    ),
    ...createOutcomeFlags(),
  ];
}

/** Where a command finds the proxy. */
export type ProxyAddress = {
  /** Without a path. */
  readonly origin: string;
  /** With the path of the upstream: `http://127.0.0.1:4020/v1`. */
  readonly baseUrl: string;
};

const placeholder = /\{([^{}\s]*)\}/g;
const placeholders = ['baseUrl', 'origin'] as const satisfies readonly (keyof ProxyAddress)[];

function isPlaceholder(name: string): name is keyof ProxyAddress {
  return placeholders.some((known) => known === name);
}

/**
 * Reads values of `--env`. Returns what makes the variables of a command. Throws one UserError with every problem.
 */
export function readCommandVariables(
  texts: readonly string[],
): (address: ProxyAddress) => Readonly<Record<string, string>> {
  const templates = texts.map((text) => {
    const [, name = '', template = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
    return { text, name, template };
  });
  const problems = templates.flatMap(({ text, name, template }) => templateProblems(text, name, template));
  if (problems.length > 0) throw new UserError(problems);
  return (address) => ({
    STORE_ORDERS_URL: address.baseUrl.replace(/\/v1$/, ''),
    STORE_ORDERS_BASE_URL: address.baseUrl,
    ...Object.fromEntries(
      templates.map(({ name, template }) => [
        name,
        template.replace(placeholder, (all, key: string) => (isPlaceholder(key) ? address[key] : all)),
      ]),
    ),
  });
}

function templateProblems(text: string, name: string, template: string): readonly Problem[] {
  const where = '--env';
  if (name === '') return [{ where, what: `cannot be ${JSON.stringify(text)}`, expected: 'NAME={baseUrl}' }];
  return [...template.matchAll(placeholder)].flatMap(([, key = '']) =>
    isPlaceholder(key)
      ? []
      : [{ where, what: `has no placeholder {${key}}`, hint: nearestHint(key, placeholders) }],
  );
}
