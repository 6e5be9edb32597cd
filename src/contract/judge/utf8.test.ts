import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBadByte, hasByteOrderMark, otherEncoding } from './utf8.ts';

test.each([
  [[], undefined],
  [[0x5b, 0x5d], undefined],
  [[0xff], 0],
  [[0xff, 0x5b, 0x5d], 0],
  [[0x5b, 0xff, 0x5d], 1],
  [[0x5b, 0x5d, 0xff], 2],
  [[0xc3, 0xa9, 0x80, 0x5d], 2],
  [[0x5b, 0xc3, 0x28, 0x5d], 1],
] as const)('the first byte of %j that is not UTF-8 is that at %j', (bytes, place) => {
  expect(firstBadByte(Buffer.from(bytes))).toBe(place);
});

test('finds the one bad byte of any text, wherever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (before, after) => {
      const good = Buffer.from(before);
      const bytes = Buffer.concat([good, Buffer.from([0xff]), Buffer.from(after)]);
      expect(firstBadByte(bytes)).toBe(good.length);
      expect(firstBadByte(good)).toBeUndefined();
    }),
  );
});

test.each([
  ['UTF-16', [0xfe, 0xff, 0x00, 0x5b]],
  ['UTF-16', [0xff, 0xfe, 0x5b, 0x00]],
  ['UTF-16', [0x00, 0x5b, 0x00, 0x5d]],
  ['UTF-16', [0x5b, 0x00]],
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00]],
  ['UTF-32', [0x00, 0x00, 0xfe, 0xff]],
  ['UTF-32', [0x5b, 0x00, 0x00, 0x00]],
  [undefined, []],
  [undefined, [0x00]],
  [undefined, [0x5b, 0x01, 0x00, 0x00]],
  [undefined, [0xef, 0xbb, 0xbf, 0x5b]],
  [undefined, [0xff, 0x5b]],
] as const)('recognises %s by the first bytes %j', (encoding, bytes) => {
  expect(otherEncoding(Buffer.from(bytes))).toBe(encoding);
});

test.each([
  [true, [0xef, 0xbb, 0xbf, 0x5b]],
  [false, [0xef, 0xbb, 0x80]],
  [false, [0xef, 0xbb]],
] as const)('returns %s for a byte order mark in %j', (is, bytes) => {
  expect(hasByteOrderMark(Buffer.from(bytes))).toBe(is);
});
