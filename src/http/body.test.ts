import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownBytes } from './body.ts';

test('returns the first bytes in memory of exactly their size', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(40), (given, most) => {
      const own = ownBytes(Buffer.from(given), most);
      expect(own.equals(given.subarray(0, most))).toBe(true);
      expect(own.buffer.byteLength).toBe(own.length);
    }),
  );
});
