export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
