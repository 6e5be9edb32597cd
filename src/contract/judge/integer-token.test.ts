import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIntegerToken } from './json-node.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('reads every int64 to the digit', () => {
  fc.assert(
    fc.property(int64, (value) => {
      expect(readIntegerToken(value.toString())).toEqual({ kind: 'int64', value });
    }),
  );
});

test('reads an int64 with the point moved anywhere', () => {
  fc.assert(
    fc.property(int64, fc.integer({ min: -25, max: 25 }), (value, move) => {
      const digits = (value < 0n ? -value : value).toString().padStart(30, '0');
      const point = digits.length - Math.max(move, 0);
      const fraction = move > 0 ? `.${digits.slice(point)}` : '';
      const zeros = '0'.repeat(Math.max(-move, 0));
      const text = `${value < 0n ? '-' : ''}${digits.slice(0, point)}${zeros}${fraction}e${move}`;
      expect(readIntegerToken(text)).toEqual({ kind: 'int64', value });
    }),
  );
});

test('distinguishes integers beyond int64 from fractions', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 63n, max: 2n ** 90n }), (value) => {
      expect(readIntegerToken(value.toString()).kind).toBe('out-of-range');
      expect(readIntegerToken(`-${value + 1n}`).kind).toBe('out-of-range');
      expect(readIntegerToken(`${value}.5`).kind).toBe('fraction');
    }),
  );
});

test.each([
  ['1e999999999999999999999', 'out-of-range'],
  ['1e-999999999999999999999', 'fraction'],
  ['0.1', 'fraction'],
  ['15e-1', 'fraction'],
])('reads %s as %s, whatever its exponent', (text, kind) => {
  expect(readIntegerToken(text).kind).toBe(kind);
});
