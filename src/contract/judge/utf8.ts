import { isUtf8 } from 'node:buffer';

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
  const lasts = [0, 1, 2, 3].map((count) => Math.max(0, bytes.length - count));
  return lasts.some((last) => isUtf8(bytes.subarray(0, last)) && isStart(bytes.subarray(last)));
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
