import { expect, test } from 'vitest';
import { drawBytes, drawFraction, drawMany } from './draw.ts';

test('returns the same bytes for the same seed and labels on every machine', () => {
  expect(drawBytes('1', 'order', 7n).toString('hex')).toBe(
    'd791c6def3389791cf5e368333ba878e867bd5df18b59be2729488f2ffc20bb8',
  );
  expect(drawFraction('1', 'order', 7n)).toBe(0.8420681280433371);
});

test('returns other bytes for another seed, another label or another split into labels', () => {
  const draws = [
    drawBytes('1', 'a', 2),
    drawBytes('2', 'a', 2),
    drawBytes('1', 'b', 2),
    drawBytes('1', 'a', 3),
    drawBytes('1', 'a2'),
    drawBytes('1', 'a', 2, 'c'),
    drawBytes('1a', 2),
  ];
  expect(new Set(draws.map((bytes) => bytes.toString('hex'))).size).toBe(draws.length);
  expect(draws.map(({ length }) => length)).toEqual(draws.map(() => 32));
});

test('fractions are spread evenly from 0 to 1, without 1', () => {
  const fractions = Array.from({ length: 2_000 }, (_, at) => drawFraction('1', at)).toSorted(
    (one, other) => one - other,
  );
  expect(fractions[0]).toBeGreaterThanOrEqual(0);
  expect(fractions.at(-1)).toBeLessThan(1);
  for (const part of [0.1, 0.5, 0.9])
    expect(Math.abs((fractions[2_000 * part] ?? 0) - part)).toBeLessThan(0.05);
});

test.each([0, 1, 31, 32, 33, 256, 4_095, 4_096])(
  'returns %i bytes, which begin like a shorter draw',
  (length) => {
    const bytes = drawMany('1', length);
    expect(bytes).toHaveLength(length);
    expect(drawMany('1', 5_000).subarray(0, length)).toEqual(bytes);
  },
);

test('returns the same bytes for the same seed on every machine, and other bytes for another seed', () => {
  expect(drawMany('1', 40).toString('hex')).toBe(
    '7e16ce7ea428cb7afb6f2fe6a7d6667fe126ce7e19f8fdc48f81a19251a2461aaf3a6f8cc341749e',
  );
  expect(drawMany('2', 40)).not.toEqual(drawMany('1', 40));
});

test('repeats no 32 bytes within 4 KiB, and repeats itself beyond', () => {
  const bytes = drawMany('1', 10_000);
  const parts = Array.from({ length: 128 }, (_, at) => bytes.toString('hex', at * 32, at * 32 + 32));
  expect(new Set(parts).size).toBe(128);
  expect(bytes.subarray(4_096, 8_192)).toEqual(bytes.subarray(0, 4_096));
  expect(bytes.subarray(8_192)).toEqual(bytes.subarray(0, 10_000 - 8_192));
});
