import { writeSync } from 'node:fs';

export type LogOutput = {
  /** Adds a line, which includes its line break. */
  write(line: string): void;
  /** Writes every line that was added. */
  flush(): void;
};

/**
 * Creates an output that writes the lines of one turn of the event loop together at its end, since a write costs as much as the
 * rest of a line. Flush it before the process exits.
 *
 * @param write writes synchronously, so that no line is lost at exit
 */
export function createLogOutput(
  write: (text: string) => void = writeToStderr,
  atTurnEnd: (flush: () => void) => void = setImmediate,
): LogOutput {
  let pending = '';
  const flush = (): void => {
    const text = pending;
    pending = '';
    if (text !== '') write(text);
  };
  return {
    write(line) {
      if (pending === '') atTurnEnd(flush);
      pending += line;
    },
    flush,
  };
}

function writeToStderr(text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(2, rest));
  } catch {
    // The pipe is full, or its reader has gone. `process.stderr` waits for the first, and reports neither.
    process.stderr.write(rest);
  }
}
