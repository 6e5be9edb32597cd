import { constants } from 'node:buffer';
import { levels } from '../contract/report.ts';
import { invalid, type OptionRow, type Range, type Reading, value } from '../options/option-row.ts';
import { invalidText, oneOf } from '../options/setting-readers.ts';
import { formatDuration, readDuration } from '../text/duration.ts';
import { checkDefaults } from './check-options.ts';

const file = { argument: 'file' } as const;
const time = { argument: 'duration', read: milliseconds } as const;
const orders = { argument: 'id', repeatable: true, read: orderId } as const;

/** An option of `check`. Only one `ofHar` has an effect with recorded traffic. */
export type CheckRow = OptionRow & { readonly ofHar?: true };

const maxTimerMs = 2 ** 31 - 1;
const someTime: Range = [(ms) => ms > 0 && ms <= maxTimerMs, 'more than 0 and at most 24 days'];
const whole = (from: number, to: number): Range => [
  (number) => Number.isInteger(number) && number >= from && number <= to,
  `${from} to ${to}`,
];

/**
 * The options of `check` that decide what it sends, and when. A row with a range is that of an option of the library, which
 * checks it for both.
 */
export const checkRows = {
  apiKey: {
    argument: 'key',
    description: 'API key of the deployment (env STORE_ORDERS_API_KEY)',
  },
  apiKeyFile: { ...file, description: 'file with the API key' },
  level: {
    argument: 'level',
    option: 'level',
    read: oneOf(levels),
    description: `what to send: ${levels.join(', ')} (default: ${checkDefaults.level})`,
  },
  pendingId: {
    ...orders,
    option: 'pendingIds',
    description: 'pending order that level cancel may cancel; repeatable',
  },
  shippedId: {
    ...orders,
    option: 'shippedIds',
    description: 'shipped order that level cancel tries to cancel; repeatable',
  },
  raceId: {
    ...orders,
    option: 'raceIds',
    description: 'pending order that level race cancels several times at once; repeatable',
  },
  iOwnTheseOrders: { option: 'ownsOrders', description: 'permit level cancel or race on another host' },
  har: { ...file, ofHar: true, description: 'judge recorded traffic and send nothing' },
  dryRun: { description: 'print every planned request and send nothing' },
  shared: { option: 'shared', description: 'other clients use the deployment during the check' },
  rps: {
    argument: 'n',
    read: number,
    option: 'requestsPerSecond',
    range: [(rate) => rate > 0, 'a number above 0'],
    description: `maximum requests per second (default: ${checkDefaults.requestsPerSecond}, unlimited on this machine)`,
  },
  timeout: {
    ...time,
    option: 'timeoutMs',
    range: someTime,
    description: `maximum time of one request, to its last byte (default: ${formatDuration(checkDefaults.timeoutMs)})`,
  },
  totalTimeout: {
    ...time,
    option: 'totalTimeoutMs',
    range: someTime,
    description: `maximum time of the whole run (default: ${formatDuration(checkDefaults.totalTimeoutMs)})`,
  },
  maxBody: {
    argument: 'bytes',
    option: 'maxBodyBytes',
    // A body is decoded into one string.
    range: whole(1, constants.MAX_STRING_LENGTH),
    read: bytes,
    description: `maximum size of a list in bytes (default: ${checkDefaults.maxBodyBytes / 1024 ** 2}M); other bodies: 1M`,
  },
  header: {
    argument: 'header',
    option: 'headers',
    repeatable: true,
    read: header,
    description: 'header to send with every request, "Name: value"; repeatable',
  },
  ca: { ...file, description: 'CA certificates to trust instead of the default ones, in PEM' },
  cert: {
    ...file,
    option: 'clientCert',
    description: 'client certificate for a target that requires one, in PEM',
  },
  key: { ...file, option: 'clientKey', description: 'private key of --cert, in PEM' },
  wait: {
    argument: 'duration',
    option: 'waitSeconds',
    range: [(seconds) => seconds >= 0, '0 or more seconds'],
    read: seconds,
    description: 'maximum wait for a target that does not respond yet, and for its Retry-After',
  },
} as const satisfies Readonly<Record<string, CheckRow>>;

function orderId(text: string): Reading<bigint> {
  const isDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/.test(text);
  return isDecimal ? value(BigInt(text)) : invalidText(text, 'a decimal int64');
}

function number(text: string): Reading<number> {
  const isDecimal = /^[0-9]+(?:\.[0-9]+)?$/.test(text);
  return isDecimal ? value(Number(text)) : invalidText(text, 'a number such as 10');
}

/** Reads a duration. A number without a unit has always been a number of seconds. */
export function milliseconds(text: string): Reading<number> {
  const ms = readDuration(text) ?? (number(text).kind === 'value' ? Number(text) * 1000 : undefined);
  return ms === undefined ? invalidText(text, 'a duration such as 500ms, 30s or 2m') : value(ms);
}

function seconds(text: string): Reading<number> {
  const reading = milliseconds(text);
  return reading.kind === 'value' ? value(reading.value / 1000) : reading;
}

const units: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

export function bytes(text: string): Reading<number> {
  const [, digits, unit = ''] = /^([0-9]+)([KMG]?)$/i.exec(text) ?? [];
  if (digits === undefined) return invalidText(text, 'a number of bytes such as 64M');
  return value(Number(digits) * (units[unit.toUpperCase()] ?? 1));
}

function header(text: string): Reading<readonly [name: string, value: string]> {
  const [, name, content] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  // The problem does not contain the text, which may be a secret.
  if (name === undefined || content === undefined)
    return invalid({ what: 'has no colon', expected: '"Name: value"' });
  return value([name.trim(), content]);
}
