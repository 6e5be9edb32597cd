/** A JSON number as an integer, read from its text because a double would lose digits. */
export type IntegerToken =
  | { readonly kind: 'int64'; readonly value: bigint }
  /** An integer, but beyond 64 bits. */
  | { readonly kind: 'out-of-range' }
  | { readonly kind: 'fraction' };

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** Reads a number token. As in JSON Schema, `1.0`, `1e3` and `10e-1` are integers: the value counts, not the form. */
export function readIntegerToken(text: string): IntegerToken {
  if (/^-?\d{1,18}$/.test(text)) return { kind: 'int64', value: BigInt(text) };
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = trimZeros(whole + fraction);
  if (digits.significant === '') return { kind: 'int64', value: 0n };
  const scale = Number(exponent) - fraction.length + digits.dropped;
  if (scale < 0) return { kind: 'fraction' };
  if (digits.significant.length + scale > 19) return { kind: 'out-of-range' };
  const value = BigInt(`${sign}${digits.significant}${'0'.repeat(scale)}`);
  return value < smallest || value > largest ? { kind: 'out-of-range' } : { kind: 'int64', value };
}

/** Removes the zeros at both ends; `dropped` is the number of those at the right end. */
function trimZeros(digits: string): { readonly significant: string; readonly dropped: number } {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  let start = 0;
  while (start < end && digits[start] === '0') start += 1;
  return { significant: digits.slice(start, end), dropped: digits.length - end };
}
