/** The signals that end us, and the exit code of a process that they end at once: 128 + their number. */
const codes = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * On the first SIGTERM or SIGINT runs `stop` and then ends the process with 0; on a second one ends it at once, with
 * 143 or 130. A rejected `stop` becomes an uncaught error.
 */
export function endOnSignal(stop: (signal: keyof typeof codes) => Promise<void>): void {
  let stopping = false;
  const handle = (signal: keyof typeof codes): void => {
    if (stopping) process.exit(codes[signal]);
    stopping = true;
    void stop(signal).then(() => process.exit(0));
  };
  process.on('SIGTERM', () => handle('SIGTERM'));
  process.on('SIGINT', () => handle('SIGINT'));
}
