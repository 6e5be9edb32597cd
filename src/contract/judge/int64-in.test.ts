import fc from 'fast-check';
import { expect, test } from 'vitest';
import { int64In } from './json-node.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('reads every int64 to the digit', () => {
  fc.assert(
    fc.property(int64, (value) => {
      expect(int64In(value.toString())).toBe(value);
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
      expect(int64In(text)).toBe(value);
    }),
  );
});

test('refuses integers beyond int64, and fractions', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 63n, max: 2n ** 90n }), (value) => {
      for (const text of [`${value}`, `-${value + 1n}`, `${value}.5`, `1.${value}1`])
        expect(int64In(text)).toBeUndefined();
    }),
  );
});

test.each(['1e999999999999999999999', '1e-999999999999999999999', '0.1', '15e-1', '9'.repeat(1e6)])(
  'refuses %.30s',
  (text) => {
    expect(int64In(text)).toBeUndefined();
  },
);
