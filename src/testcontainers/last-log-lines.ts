/** What is needed of a container of dockerode. */
export type LoggingContainer = {
  logs(options: { follow: false; stdout: true; stderr: true; tail: number }): Promise<Buffer>;
};

/** The last lines that a container wrote to stdout and stderr, each indented; says so where there are none. */
export async function lastLogLines(container: LoggingContainer, count = 20): Promise<string> {
  const frames = await container.logs({ follow: false, stdout: true, stderr: true, tail: count });
  const lines = textOf(frames).trimEnd().split('\n');
  return lines.join('') === '' ? '  (it wrote nothing)' : lines.map((line) => `  ${line}`).join('\n');
}

/** Docker sends frames: a byte for the stream, three zeros, the length in four bytes, the text. */
function textOf(frames: Buffer): string {
  const texts: Buffer[] = [];
  for (let at = 0; at + 8 <= frames.length; ) {
    const end = at + 8 + frames.readUInt32BE(at + 4);
    texts.push(frames.subarray(at + 8, end));
    at = end;
  }
  return Buffer.concat(texts).toString('utf8');
}
