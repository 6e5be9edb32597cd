/** How much is logged. Requests are logged at `debug`. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** One of `logLevels`. */
export type LogLevel = (typeof logLevels)[number];
