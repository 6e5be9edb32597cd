import { isUtf8 } from 'node:buffer';

/** The offset of the first byte that is not UTF-8, or undefined if all are. */
export function firstBadByte(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  // Decoding replaces what is not UTF-8.
  const replaced = Buffer.from(bytes.toString('utf8'));
  return bytes.findIndex((byte, at) => byte !== replaced[at]);
}

export function otherEncoding(bytes: Buffer): 'UTF-16' | 'UTF-32' | undefined {
  const [one, two, three, four] = bytes;
  const bigMark = one === 0xfe && two === 0xff;
  const smallMark = one === 0xff && two === 0xfe;
  if ((smallMark && three === 0 && four === 0) || (one === 0 && two === 0 && bytes.length >= 4))
    return 'UTF-32';
  if (two === 0 && three === 0 && four === 0) return 'UTF-32';
  return bigMark || smallMark || (bytes.length >= 2 && (one === 0 || two === 0)) ? 'UTF-16' : undefined;
}

export function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
