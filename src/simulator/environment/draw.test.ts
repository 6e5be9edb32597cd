import { expect, test } from 'vitest';
import { drawBytes, drawFraction } from './draw.ts';

test('the same seed and labels draw the same on every machine', () => {
  expect(drawBytes('1', 'order', 7n).toString('hex')).toBe(
    'd791c6def3389791cf5e368333ba878e867bd5df18b59be2729488f2ffc20bb8',
  );
  expect(drawFraction('1', 'order', 7n)).toBe(0.8420681280433371);
});

test('another seed, another label or another cut between two labels draws something else', () => {
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

test('fractions lie evenly between 0 and 1, and 1 is never drawn', () => {
  const fractions = Array.from({ length: 2_000 }, (_, at) => drawFraction('1', at)).toSorted(
    (one, other) => one - other,
  );
  expect(fractions[0]).toBeGreaterThanOrEqual(0);
  expect(fractions.at(-1)).toBeLessThan(1);
  for (const part of [0.1, 0.5, 0.9])
    expect(Math.abs((fractions[2_000 * part] ?? 0) - part)).toBeLessThan(0.05);
});
