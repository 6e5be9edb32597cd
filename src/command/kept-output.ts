/** The bytes that are kept of the end. */
const keptBytes = 64 * 1024;

/** Keeps the last `most` bytes of the output of a command. */
export function keepOutput(most: number = keptBytes) {
  let kept: Buffer[] = [];
  let length = 0;
  const last = (): Buffer => {
    // A copy, because a part of a chunk keeps the memory of all of it.
    const bytes = Buffer.from(Buffer.concat(kept).subarray(-most));
    [kept, length] = [[bytes], bytes.length];
    return bytes;
  };
  return {
    add: (chunk: Buffer): void => {
      kept.push(chunk);
      length += chunk.length;
      // Not with each chunk, so that an output in tiny chunks costs no more than one in large chunks.
      if (length > 2 * most) last();
    },
    text: (): string => last().toString('utf8'),
  };
}
