import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownBytes } from './own-bytes.ts';

test('returns the first bytes of the parts in memory of exactly their size', () => {
  const parts = fc.array(fc.uint8Array().map((bytes) => Buffer.from(bytes)));
  fc.assert(
    fc.property(parts, fc.nat(40), (given, most) => {
      const own = ownBytes(given, most);
      expect(own.equals(Buffer.concat(given).subarray(0, most))).toBe(true);
      expect(own.buffer.byteLength).toBe(own.length);
    }),
  );
});
