import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Settings } from '../settings/settings-table.ts';

export type { Logger } from 'pino';

/** Options of `createLogger`. */
export type LoggerOptions = {
  readonly level: Settings['logLevel'];
  /** Texts to redact anywhere in a line: API keys and tokens of the settings. */
  readonly secrets?: readonly string[];
  /** The destination of the lines. @default stderr */
  readonly to?: DestinationStream;
};

/** The replacement of a secret in a log line. */
export const redacted = '[redacted]';

const hidden = ['authorization', 'cookie', 'apiKey', 'apiKeys', 'stagingApiKey', 'controlToken', 'token'];

/**
 * Creates a logger that writes JSON lines with `level`, `time` (ISO 8601), `msg` and the given fields. It redacts fields
 * with the name of a secret, the given secrets, and the credentials after `Bearer` and `Basic`.
 */
export function createLogger({ level, secrets = [], to }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: redacted,
    },
    hooks: { streamWrite: scrubber(secrets) },
  };
  // Synchronous, so that no line is lost at exit.
  return pino(options, to ?? destination({ dest: 2, sync: true }));
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
