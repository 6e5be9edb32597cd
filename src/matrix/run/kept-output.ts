export type KeptOutput = ReturnType<typeof keepOutput>;

/** The bytes that are kept of the beginning, and again of the end. */
const keptBytes = 64 * 1024;

/** Keeps the first and the last `most` bytes of the output of a command. */
export function keepOutput(most: number = keptBytes) {
  const head: Buffer[] = [];
  let inHead = 0;
  // A ring of bytes, so that an output in tiny chunks costs no more than one in large chunks.
  let ring: Buffer | undefined;
  let afterHead = 0;

  const addToRing = (chunk: Buffer): void => {
    ring ??= Buffer.alloc(most);
    const end = afterHead + chunk.length;
    const last = chunk.subarray(Math.max(0, chunk.length - most));
    const start = (end - last.length) % most;
    const fitting = Math.min(last.length, most - start);
    last.copy(ring, start, 0, fitting);
    last.copy(ring, 0, fitting);
    afterHead = end;
  };
  const tail = (): Buffer => {
    if (ring === undefined) return Buffer.alloc(0);
    if (afterHead <= most) return ring.subarray(0, afterHead);
    const at = afterHead % most;
    return Buffer.concat([ring.subarray(at), ring.subarray(0, at)]);
  };
  return {
    add: (chunk: Buffer): void => {
      const first = chunk.subarray(0, most - inHead);
      if (first.length > 0) head.push(Buffer.from(first));
      inHead += first.length;
      if (first.length < chunk.length) addToRing(chunk.subarray(first.length));
    },
    /** Returns what was kept. A line in the middle says how many bytes are missing. */
    text: (): string => {
      const left = afterHead - most;
      const parts = Buffer.concat(head);
      if (left <= 0) return Buffer.concat([parts, tail()]).toString('utf8');
      return `${parts.toString('utf8')}\n… ${left} bytes left out …\n${tail().toString('utf8')}`;
    },
  };
}

/** Returns the last `count` lines of a text. */
export function lastLines(text: string, count: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const left = lines.length - count;
  return left <= 0 ? lines.join('\n') : [`… ${left} lines left out …`, ...lines.slice(-count)].join('\n');
}
