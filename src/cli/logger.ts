import { inspect, styleText } from 'node:util';
import { logLevels, type Settings } from '../options/settings-table.ts';
import { createSecrets, minInWord, redacted } from '../secrets/secrets.ts';

/** Adds colours to a text, or returns it as it is. */
export type Paint = (style: 'cyan' | 'dim' | 'green' | 'red' | 'yellow', text: string) => string;

export const plain: Paint = (_style, text) => text;

/** Creates a paint for a stream: with colours if it is a terminal that has them, or by FORCE_COLOR and NO_COLOR. */
export function createPaint(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

type LogLevel = Settings['logLevel'];
type Fields = Readonly<Record<string, unknown>>;

type LogEntry = {
  readonly level: LogLevel;
  readonly time: Date;
  readonly fields: Fields;
  readonly msg: string;
};

/** Returns an entry as text, without the line break at its end. */
export type LogFormat = (entry: LogEntry) => string;

/** Writes a line if its level is enabled: `logger.info({ port }, 'ready')`, `logger.error(error, 'failed')`. */
type Log = (...entry: [message: string] | [fields: Fields | Error, message: string]) => void;

export type Logger = Readonly<Record<LogLevel, Log>> & { isLevelEnabled(level: LogLevel): boolean };

export type LoggerOptions = {
  readonly level: LogLevel;
  readonly format?: LogFormat;
  /** Texts to redact anywhere in a line: API keys and tokens of the settings. */
  readonly secrets?: readonly string[];
  /** Where lines are written. While its reader has not read a mebibyte, lines are left out and counted. */
  readonly to: Pick<NodeJS.WriteStream, 'writableLength'> & { write(line: string): unknown };
};

const mostUnread = 1024 ** 2;

/**
 * Creates a logger. It redacts fields with the name of a secret, the given secrets, and the credentials after `Bearer` and
 * `Basic`.
 */
export function createLogger({ level, format = jsonLine, secrets = [], to }: LoggerOptions): Logger {
  // Redacting a shorter word would break numbers and names in the line.
  const { hide } = createSecrets(secrets.filter((one) => one.length >= minInWord || /[^\w.:-]/.test(one)));
  let leftOut = 0;
  const isLevelEnabled = (other: LogLevel): boolean =>
    other !== 'silent' && logLevels.indexOf(other) <= logLevels.indexOf(level);
  const write = (name: LogLevel, [first, second]: Parameters<Log>): void => {
    if (to.writableLength > mostUnread) return void leftOut++;
    const lines = leftOut;
    leftOut = 0;
    if (lines > 0) write('warn', [{ lines }, 'lines left out, because the reader of the log is slow']);
    const fields = typeof first === 'string' ? {} : first instanceof Error ? { err: first } : first;
    const msg = typeof first === 'string' ? first : (second ?? '');
    const line = hide(format({ level: name, time: new Date(), fields, msg }));
    to.write(`${line.replace(/\b(bearer|basic)\s+[^\s"\\]+/gi, `$1 ${redacted}`)}\n`);
  };
  const logAt = (name: LogLevel): Log => (isLevelEnabled(name) ? (...entry) => write(name, entry) : () => {});
  const logs = Object.fromEntries(logLevels.map((name) => [name, logAt(name)])) as Record<LogLevel, Log>;
  return { ...logs, isLevelEnabled };
}

const hidden = 'authorization cookie apiKey apiKeys stagingApiKey controlToken token'.split(' ');

/** Formats an entry as a JSON object with `level`, `time` (ISO 8601), the fields, and `msg`. */
export const jsonLine: LogFormat = ({ level, time, fields, msg }) =>
  JSON.stringify({ level, time: time.toISOString(), ...fields, msg }, showValue);

function showValue(name: string, value: unknown): unknown {
  if (hidden.includes(name)) return redacted;
  if (typeof value === 'bigint') return `${value}`;
  if (!(value instanceof Error)) return value;
  return { type: value.name, message: value.message, stack: inspect(value, { depth: 1 }) };
}

/** Creates a format for people: `09:44:15.120 production GET /v1/store/orders 200 1.2 ms`, or time, level, message and fields. */
export function createPrettyLine(paint: Paint = plain): LogFormat {
  return ({ level, time, fields, msg }) => {
    const milliseconds = `${time.getMilliseconds()}`.padStart(3, '0');
    const at = paint('dim', `${time.toTimeString().slice(0, 8)}.${milliseconds}`);
    if (isRequest(fields)) return `${at} ${requestLine(fields, paint)}`;
    const { err, ...others } = fields;
    const shown = Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ` ${paint('dim', `${name}=`)}${show(name, value)}`);
    const stack = err instanceof Error ? `\n${visible(inspect(err, { depth: 1 }), '\n')}` : '';
    const label = level === 'error' ? paint('red', level) : level === 'warn' ? paint('yellow', level) : level;
    return `${at} ${label} ${visible(msg)}${shown.join('')}${stack}`;
  };
}

/** The fields of a request that has ended; those of the control API have no environment. */
type RequestFields = Readonly<Record<'method' | 'target', string> & Record<'status' | 'ms', number>> & {
  readonly environment?: string;
};

function isRequest(fields: Fields): fields is RequestFields {
  return 'target' in fields && typeof fields.status === 'number' && typeof fields.ms === 'number';
}

function requestLine({ environment, method, target, status, ms }: RequestFields, paint: Paint): string {
  const place = (environment ?? '(control)').padEnd(10);
  const style = status === 0 || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const shownStatus = paint(style, status === 0 ? 'no response' : `${status}`);
  return `${place} ${method.padEnd(6)} ${visible(target)} ${shownStatus} ${paint('dim', `${ms.toFixed(1)} ms`)}`;
}

function show(name: string, value: unknown): string {
  if (hidden.includes(name)) return redacted;
  return visible(typeof value === 'string' ? value : JSON.stringify(value, showValue));
}

/** Escapes characters that would control a terminal, except those in `kept`. */
function visible(text: string, kept = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
