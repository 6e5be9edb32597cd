import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../settings/log-level.ts';

export type { Logger } from 'pino';

/** What a logger is made of. */
export type LoggerOptions = {
  readonly level: LogLevel;
  /** Texts that must never be logged, wherever they turn up: API keys and tokens from the settings. */
  readonly secrets?: readonly string[];
  /** Where the lines go; stderr where left out. */
  readonly to?: DestinationStream;
};

/** What stands in a log line in the place of a secret. */
export const redacted = '[redacted]';

const secretNames = [
  'authorization',
  'cookie',
  'apiKey',
  'apiKeys',
  'stagingApiKey',
  'controlToken',
  'token',
];
const redactedPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * A logger that writes one JSON object a line: `level`, `time` (ISO 8601), `msg` and the fields given. Fields whose
 * name says that they hold a secret, the given secrets, and whatever follows `Bearer` or `Basic` are redacted.
 */
export function createLogger({ level, secrets = [], to }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: redacted },
    hooks: { streamWrite: scrubber(secrets) },
  };
  // Synchronous, so that the last line before an exit is not lost.
  return pino(options, to ?? destination({ dest: 2, sync: true }));
}

/** A logger that says nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });

// A shorter text is no secret, and cutting it out would tear numbers and names of the line apart.
const shortestSecret = 8;

function scrubber(secrets: readonly string[]): (line: string) => string {
  const written = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    const known = written.reduce((text, secret) => text.replaceAll(secret, redacted), line);
    return known.replace(/\b(bearer|basic)\s+[^\s"\\]+/gi, `$1 ${redacted}`);
  };
}
