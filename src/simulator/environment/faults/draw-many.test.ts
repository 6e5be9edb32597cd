import { expect, test } from 'vitest';
import { drawMany } from './draw-many.ts';

test.each([0, 1, 31, 32, 33, 256, 4_095, 4_096])(
  '%i bytes are drawn, the first of them those of fewer',
  (length) => {
    const bytes = drawMany('1', length);
    expect(bytes).toHaveLength(length);
    expect(drawMany('1', 5_000).subarray(0, length)).toEqual(bytes);
  },
);

test('the same seed draws the same bytes on every machine, another seed others', () => {
  expect(drawMany('1', 40).toString('hex')).toBe(
    '7e16ce7ea428cb7afb6f2fe6a7d6667fe126ce7e19f8fdc48f81a19251a2461aaf3a6f8cc341749e',
  );
  expect(drawMany('2', 40)).not.toEqual(drawMany('1', 40));
});

test('within 4 KiB no 32 bytes come twice; beyond they repeat', () => {
  const bytes = drawMany('1', 10_000);
  const parts = Array.from({ length: 128 }, (_, at) => bytes.toString('hex', at * 32, at * 32 + 32));
  expect(new Set(parts).size).toBe(128);
  expect(bytes.subarray(4_096, 8_192)).toEqual(bytes.subarray(0, 4_096));
  expect(bytes.subarray(8_192)).toEqual(bytes.subarray(0, 10_000 - 8_192));
});
