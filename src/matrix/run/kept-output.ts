/** The bytes that are kept of the beginning, and again of the end. */
const keptBytes = 64 * 1024;

/** Keeps the first and the last `most` bytes of the output of a command. */
export function keepOutput(most: number = keptBytes) {
  const head: Buffer[] = [];
  let tail: Buffer[] = [];
  let [inHead, inTail, left] = [0, 0, 0];
  const cutTail = (): Buffer => {
    const all = Buffer.concat(tail);
    const last = all.subarray(Math.max(0, all.length - most));
    left += all.length - last.length;
    [tail, inTail] = [[last], last.length];
    return last;
  };
  return {
    add: (chunk: Buffer): void => {
      const first = chunk.subarray(0, most - inHead);
      // Also an empty part of a chunk keeps its memory.
      if (first.length > 0) head.push(first);
      inHead += first.length;
      tail.push(chunk.subarray(first.length));
      inTail += chunk.length - first.length;
      // Not with each chunk, so that an output in tiny chunks costs no more than one in large chunks.
      if (inTail > 2 * most) cutTail();
    },
    /** Returns what was kept. A line in the middle says how many bytes are missing. */
    text: (): string => {
      const last = cutTail();
      if (left === 0) return Buffer.concat([...head, last]).toString('utf8');
      return `${Buffer.concat(head).toString('utf8')}\n… ${left} bytes left out …\n${last.toString('utf8')}`;
    },
  };
}

export function lastLines(text: string, count: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const left = lines.length - count;
  return left <= 0 ? lines.join('\n') : [`… ${left} lines left out …`, ...lines.slice(-count)].join('\n');
}
