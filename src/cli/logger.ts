import { writeSync } from 'node:fs';
import { logLevels, type Settings } from '../settings/settings-table.ts';

type LogLevel = Settings['logLevel'];
type Fields = Readonly<Record<string, unknown>>;

/** Writes a line if its level is enabled: `logger.info({ port }, 'ready')`, `logger.error(error, 'failed')`. */
export type Log = (...entry: [message: string] | [fields: Fields | Error, message: string]) => void;

/** A logger with one function for each level. */
export type Logger = Readonly<Record<LogLevel, Log>> & { isLevelEnabled(level: LogLevel): boolean };

/** Options of `createLogger`. */
export type LoggerOptions = {
  readonly level: LogLevel;
  /** Texts to redact anywhere in a line: API keys and tokens of the settings. */
  readonly secrets?: readonly string[];
  /** The destination of the lines. @default stderr, written synchronously, so that no line is lost at exit */
  readonly to?: { write(line: string): void };
};

/** The replacement of a secret in a log line. */
export const redacted = '[redacted]';

const hidden: ReadonlySet<string> = new Set(
  'authorization cookie apiKey apiKeys stagingApiKey controlToken token'.split(' '),
);

/**
 * Creates a logger that writes JSON lines with `level`, `time` (ISO 8601), `msg` and the given fields. It redacts fields
 * with the name of a secret, the given secrets, and the credentials after `Bearer` and `Basic`.
 */
export function createLogger({ level, secrets = [], to = stderr }: LoggerOptions): Logger {
  const scrub = scrubber(secrets);
  const isLevelEnabled = (other: LogLevel): boolean =>
    other !== 'silent' && logLevels.indexOf(other) <= logLevels.indexOf(level);
  const logAt = (name: LogLevel): Log =>
    isLevelEnabled(name) ? (...entry) => to.write(scrub(`${formatEntry(name, entry)}\n`)) : () => {};
  const logs = Object.fromEntries(logLevels.map((name) => [name, logAt(name)])) as Record<LogLevel, Log>;
  return { ...logs, isLevelEnabled };
}

function formatEntry(level: LogLevel, [first, second]: Parameters<Log>): string {
  const fields = typeof first === 'string' ? {} : first instanceof Error ? { err: first } : first;
  const msg = typeof first === 'string' ? first : second;
  return JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg }, (name, value) => {
    if (hidden.has(name)) return redacted;
    if (typeof value === 'bigint') return `${value}`;
    return value instanceof Error ? describeError(value) : value;
  });
}

/** Type, message, stack and the fields that are not objects, because those may refer to the error again. */
function describeError(error: Error): Fields {
  const fields = Object.entries(error).filter(([, value]) => typeof value !== 'object');
  return { type: error.name, message: error.message, stack: stackOf(error), ...Object.fromEntries(fields) };
}

function stackOf({ stack, cause }: Error, depth = 0): string | undefined {
  if (!(cause instanceof Error) || depth > 8) return stack;
  return `${stack}\ncaused by: ${stackOf(cause, depth + 1)}`;
}

// Redacting a shorter text would break numbers and names in the line.
const minSecretLength = 8;

function scrubber(secrets: readonly string[]): (line: string) => string {
  const written = secrets
    .filter((secret) => secret.length >= minSecretLength)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    const known = written.reduce((text, secret) => text.replaceAll(secret, redacted), line);
    return known.replace(/\b(bearer|basic)\s+[^\s"\\]+/gi, `$1 ${redacted}`);
  };
}

const stderr = {
  write(line: string): void {
    try {
      writeSync(2, line);
    } catch {
      // The pipe is full, or its reader has gone. `process.stderr` waits for the first, and reports neither.
      process.stderr.write(line);
    }
  },
};
