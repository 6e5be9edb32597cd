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

test('returns the same bytes for the same seed on every machine, and other bytes for another seed', () => {
  expect(drawMany('1', 40).toString('hex')).toBe(
    '7e16ce7ea428cb7afb6f2fe6a7d6667fe126ce7e19f8fdc48f81a19251a2461aaf3a6f8cc341749e',
  );
  expect(drawMany('2', 40)).not.toEqual(drawMany('1', 40));
});
