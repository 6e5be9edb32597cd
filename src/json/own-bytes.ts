/**
 * Copies at most `most` bytes into memory of their own. A small Buffer is otherwise a part of a pool of 64 KiB, which stays
 * in memory for as long as any part of it.
 */
export function ownBytes(parts: readonly Buffer[], most: number): Buffer {
  const length = Math.min(
    most,
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  const own = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) {
    if (at >= length) break;
    at += part.copy(own, at);
  }
  return own;
}
