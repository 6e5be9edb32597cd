import { isUtf8 } from 'node:buffer';

/** The offset of the first byte that is not UTF-8, or undefined if all are. */
export function firstBadByte(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let good = 0;
  let bad = bytes.length;
  // Binary search for the longest prefix that can begin a UTF-8 text.
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (canBegin(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** Decodes only the last character: the text of a long body would need twice its memory. */
function canBegin(bytes: Buffer): boolean {
  let last = bytes.length - 1;
  while (last > 0 && bytes.length - last < 4 && isContinuation(bytes[last])) last -= 1;
  return isUtf8(bytes.subarray(0, last)) && isStart(bytes.subarray(last));
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function isStart(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
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
