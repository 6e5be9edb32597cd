import { Option } from 'commander';
import type { CheckOptions } from '../check/check-options.ts';
import { readSarifUri } from '../check/reports/ci-file.ts';
import { reportFormats } from '../check/reports/reports.ts';
import { levels } from '../contract/report.ts';
import { invalid, type SettingReading, value } from '../options/setting.ts';
import { invalidText, oneOf } from '../options/setting-readers.ts';
import { readDuration } from '../text/duration.ts';
import { listFlag, valueFlag } from './flags.ts';

/** The parsed flags of `check`. */
export type CheckFlags = Pick<CheckOptions, 'level' | 'maxRequests' | 'failOn' | 'ignore'> & {
  readonly apiKey?: string;
  readonly apiKeyFile?: string;
  readonly apiKeyEnv?: string;
  readonly pendingId?: readonly bigint[];
  readonly shippedId?: readonly bigint[];
  readonly raceId?: readonly bigint[];
  readonly raceBurst?: number;
  readonly wrongKeys?: number;
  readonly iOwnTheseOrders?: boolean;
  readonly controlUrl?: string;
  readonly controlToken?: string;
  readonly har?: string;
  readonly history?: string;
  readonly config?: string;
  readonly quickstart?: string;
  readonly target?: readonly string[];
  readonly dryRun?: boolean;
  readonly rps?: number;
  readonly timeout?: number;
  readonly totalTimeout?: number;
  readonly maxBody?: number;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly keyPassphraseFile?: string;
  readonly header?: readonly (readonly [name: string, value: string])[];
  readonly wait?: number;
  readonly report?: readonly string[];
  readonly skip?: readonly (readonly string[])[];
  readonly sarifUri?: string;
  readonly require?: readonly (readonly string[])[];
  readonly baseline?: string;
  readonly expectProfile?: string;
  readonly emitProfile?: string;
  /** In milliseconds. */
  readonly maxAge?: number;
  readonly update?: boolean;
};

/** Creates the flags of `check`. An invalid value throws a UserError. */
export function createCheckFlags(): readonly Option[] {
  return [
    new Option('--api-key <key>', 'API key of the deployment, or - for stdin (env STORE_ORDERS_API_KEY)'),
    new Option('--api-key-file <file>', 'file with the API key'),
    new Option('--api-key-env <name>', 'environment variable with the API key'),
    valueFlag('--level <level>', `what to send: ${levels.join(', ')} (default: observe)`, oneOf(levels)),
    listFlag('--pending-id <id>', 'pending order that level cancel may cancel; repeatable', orderId),
    listFlag('--shipped-id <id>', 'shipped order that level cancel tries to cancel; repeatable', orderId),
    listFlag(
      '--race-id <id>',
      'pending order that level race cancels several times at once; repeatable',
      orderId,
    ),
    valueFlag(
      '--race-burst <n>',
      'how many cancels of an order level race sends at once (default: 2)',
      number,
    ),
    valueFlag('--wrong-keys <n>', 'how many wrong keys and forms of the key to try (default: 13)', number),
    new Option('--i-own-these-orders', 'permit level cancel or race on another host'),
    new Option('--control-url <url>', 'control API of a simulator, to look up ids by handle'),
    new Option('--control-token <token>', 'token of the control API (env SIM_CONTROL_TOKEN)'),
    new Option('--har <file>', 'judge recorded traffic and send nothing'),
    new Option('--history <file>', 'judge operations that overlapped, in JSON lines, and send nothing'),
    new Option('--quickstart <url>', 'check POST /messages of the quickstart instead; needs --level cancel'),
    new Option('--config <file>', 'YAML or JSON file with several targets'),
    listFlag('--target <name>', 'target of --config to check, instead of all; repeatable', value),
    new Option('--dry-run', 'print every planned request and send nothing'),
    valueFlag('--max-requests <n>', 'maximum number of requests (default: 150)', number),
    valueFlag('--rps <n>', 'maximum requests per second (default: 5, unlimited on this machine)', number),
    valueFlag(
      '--timeout <duration>',
      'maximum time of one request, to its last byte (default: 10s)',
      seconds,
    ),
    valueFlag('--total-timeout <duration>', 'maximum time of the whole run (default: 5m)', seconds),
    valueFlag('--max-body <bytes>', 'maximum size of a list in bytes (default: 16M); other bodies: 1M', size),
    listFlag('--header <header>', 'header to send with every request, "Name: value"; repeatable', header),
    new Option('--ca <file>', 'CA certificates to trust instead of the default ones, in PEM'),
    new Option('--cert <file>', 'client certificate for a target that requires one, in PEM'),
    new Option('--key <file>', 'private key of --cert, in PEM'),
    new Option('--key-passphrase-file <file>', 'file with the passphrase of --key'),
    valueFlag(
      '--wait <duration>',
      'maximum wait for a target that does not respond yet, and for its Retry-After',
      seconds,
    ),
    ...createOutcomeFlags(),
  ];
}

/** Creates the flags of the reports and the exit code. */
export function createOutcomeFlags(): readonly Option[] {
  const severities = ['violation', 'notice'] as const;
  return [
    listFlag('--report <format=file>', `write a report: ${reportFormats.join(', ')}; repeatable`, value),
    valueFlag(
      '--sarif-uri <file>',
      'file of your repository for SARIF (default: the file of the CI job)',
      (text) => value(readSarifUri(text)),
    ),
    valueFlag(
      '--fail-on <severity>',
      'severity that sets exit code 1: violation or notice (default: violation)',
      oneOf(severities),
    ),
    listFlag('--ignore <rule>', 'rule that does not affect the exit code; repeatable', value),
    listFlag('--skip <rules>', 'rules not to check, such as R15,R17; their requests are not sent', commaList),
    listFlag('--require <rules>', 'rules that must be exercised, "R26,R29" or "all"; repeatable', commaList),
    new Option('--baseline <file>', 'findings that are accepted for some time, in YAML or JSON'),
    new Option(
      '--expect-profile <name|file>',
      'exit with 4 if the target differs from a profile: least-promise, typical, or a file',
    ),
    new Option(
      '--emit-profile <file>',
      'write a profile of what the target does where the specification is silent, in YAML',
    ),
    valueFlag('--max-age <duration>', 'exit with 4 if the file of --expect-profile is older: 30d', duration),
    new Option('--update', 'write what the target does now to the file of --expect-profile'),
  ];
}

function orderId(text: string): SettingReading<bigint> {
  const isDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/.test(text);
  return isDecimal ? value(BigInt(text)) : invalidText(text, 'a decimal int64');
}

function number(text: string): SettingReading<number> {
  const isDecimal = /^[0-9]+(?:\.[0-9]+)?$/.test(text);
  return isDecimal ? value(Number(text)) : invalidText(text, 'a number such as 10');
}

function commaList(text: string): SettingReading<readonly string[]> {
  return value(text.split(',').map((part) => part.trim()));
}

/** Reads a duration in seconds. A number without a unit has always been a number of seconds. */
export function seconds(text: string): SettingReading<number> {
  const ms = readDuration(text);
  if (ms !== undefined) return value(ms / 1000);
  const reading = number(text);
  return reading.kind === 'value' ? reading : invalidText(text, 'a duration such as 500ms, 30s or 2m');
}

/** Reads a duration in milliseconds. */
function duration(text: string): SettingReading<number> {
  const ms = readDuration(text);
  return ms === undefined ? invalidText(text, 'a duration such as 12h or 30d') : value(ms);
}

const units: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** Reads a number of bytes. */
export function size(text: string): SettingReading<number> {
  const [, digits, unit = ''] = /^([0-9]+)([KMG]?)$/i.exec(text) ?? [];
  if (digits === undefined) return invalidText(text, 'a number of bytes such as 64M');
  return value(Number(digits) * (units[unit.toUpperCase()] ?? 1));
}

function header(text: string): SettingReading<readonly [name: string, value: string]> {
  const [, name, content] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  // The problem does not contain the text, which may be a secret.
  if (name === undefined || content === undefined)
    return invalid({ what: 'has no colon', expected: '"Name: value"' });
  return value([name.trim(), content]);
}
