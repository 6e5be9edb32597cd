/** Headers in order: names as received, values without the whitespace around them. */
export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** Returns headers of Node.js, which alternate names and values, in pairs. */
export function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
}

/** Returns where a head ends with its empty line, or -1 if it is not complete. Some services end lines with LF. */
export function headEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}
