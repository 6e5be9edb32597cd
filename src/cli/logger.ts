import { logLevels, type Settings } from '../options/settings-table.ts';
import { createSecrets, minInWord, redacted } from '../secrets/secrets.ts';
import { jsonLine, type LogFormat } from './log-line.ts';

type LogLevel = Settings['logLevel'];
type Fields = Readonly<Record<string, unknown>>;

/** Writes a line if its level is enabled: `logger.info({ port }, 'ready')`, `logger.error(error, 'failed')`. */
export type Log = (...entry: [message: string] | [fields: Fields | Error, message: string]) => void;

export type Logger = Readonly<Record<LogLevel, Log>> & { isLevelEnabled(level: LogLevel): boolean };

/**
 * Creates a logger. It redacts fields with the name of a secret, the given secrets, and the credentials after `Bearer` and
 * `Basic`.
 */
export function createLogger({
  level,
  format = jsonLine,
  secrets = [],
  to,
}: {
  readonly level: LogLevel;
  readonly format?: LogFormat;
  /** Texts to redact anywhere in a line: API keys and tokens of the settings. */
  readonly secrets?: readonly string[];
  /** While it is full, lines are left out and counted. */
  readonly to: { write(line: string): void; isFull?(): boolean };
}): Logger {
  const scrub = scrubber(secrets);
  let leftOut = 0;
  const isLevelEnabled = (other: LogLevel): boolean =>
    other !== 'silent' && logLevels.indexOf(other) <= logLevels.indexOf(level);
  const write = (name: LogLevel, [first, second]: Parameters<Log>): void => {
    if (to.isFull?.() === true) return void leftOut++;
    const lines = leftOut;
    leftOut = 0;
    if (lines > 0) write('warn', [{ lines }, 'lines left out, because the reader of the log is slow']);
    const fields = typeof first === 'string' ? {} : first instanceof Error ? { err: first } : first;
    const msg = typeof first === 'string' ? first : (second ?? '');
    to.write(`${scrub(format({ level: name, time: new Date(), fields, msg }))}\n`);
  };
  const logAt = (name: LogLevel): Log => (isLevelEnabled(name) ? (...entry) => write(name, entry) : () => {});
  const logs = Object.fromEntries(logLevels.map((name) => [name, logAt(name)])) as Record<LogLevel, Log>;
  return { ...logs, isLevelEnabled };
}

function scrubber(secrets: readonly string[]): (line: string) => string {
  // Redacting a shorter word would break numbers and names in the line.
  const { hide } = createSecrets(secrets.filter((one) => one.length >= minInWord || /[^\w.:-]/.test(one)));
  return (line) => hide(line).replace(/\b(bearer|basic)\s+[^\s"\\]+/gi, `$1 ${redacted}`);
}
