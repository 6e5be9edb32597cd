import { writeSync } from 'node:fs';

export type LogOutput = {
  /** Adds a line, which includes its line break. */
  write(line: string): void;
  /** Writes every line that was added. */
  flush(): void;
  /** Whether the reader of the log is so slow that further lines must be left out. */
  isFull(): boolean;
};

/** Pipelined requests can add tens of thousands of lines in one turn. */
const mostPending = 64 * 1024;
/** The maximum number of bytes that wait for the reader of the log. */
const mostUnread = 1024 ** 2;

/**
 * Creates an output that writes the lines of one turn of the event loop together at its end, since a write costs as much as the
 * rest of a line. Flush it before the process exits.
 *
 * @param write writes synchronously, so that no line is lost at exit
 */
export function createLogOutput(
  write: (text: string) => void = writeToStderr,
  atTurnEnd: (flush: () => void) => void = setImmediate,
  unread: () => number = () => process.stderr.writableLength,
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
      if (pending.length >= mostPending) flush();
    },
    flush,
    isFull: () => unread() > mostUnread,
  };
}

function writeToStderr(text: string): void {
  // Behind what waits there.
  if (process.stderr.writableLength > 0) return void process.stderr.write(text);
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(2, rest));
  } catch {
    // The pipe is full, or its reader has gone. `process.stderr` waits for the first, and reports neither.
    process.stderr.write(rest);
  }
}
