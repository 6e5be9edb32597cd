import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ddmin, type Known } from './ddmin.ts';

/** Reduces with an oracle that is asked for each unknown subset, as runs would be. */
function reduce(parts: readonly number[], fails: (subset: readonly number[]) => boolean) {
  const ran = new Map<string, Known>();
  for (let asked = 0; ; asked++) {
    const step = ddmin(parts, (subset) => ran.get(subset.join()) ?? 'unknown');
    if (step.kind === 'minimal') return { parts: step.parts, asked };
    expect(ran.has(step.parts.join())).toBe(false);
    ran.set(step.parts.join(), fails(step.parts) ? 'fails' : 'passes');
  }
}

const parts = Array.from({ length: 24 }, (_, at) => at);

test('reduces to the parts that fail together, and asks for no subset twice', () => {
  fc.assert(
    fc.property(fc.subarray(parts, { minLength: 1, maxLength: 4 }), (cause) => {
      const result = reduce(parts, (subset) => cause.every((part) => subset.includes(part)));
      expect(result.parts).toEqual(cause);
    }),
  );
});

test('finds a pair among 24 parts in at most 60 runs', () => {
  for (const [one, other] of [
    [0, 1],
    [0, 23],
    [11, 12],
    [5, 17],
  ] as const)
    expect(
      reduce(parts, (subset) => subset.includes(one) && subset.includes(other)).asked,
    ).toBeLessThanOrEqual(60);
});

test('removing any part of the result passes, whatever fails', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 9 }), (seed, size) => {
      const all = parts.slice(0, size);
      const fails = (subset: readonly number[]): boolean =>
        subset.length === size ||
        (Math.imul(seed ^ subset.reduce((sum, part) => sum + 2 ** part, 0), 0x9e3779b1) & 3) === 0;
      const { parts: minimal } = reduce(all, fails);
      expect(fails(minimal)).toBe(true);
      if (minimal.length > 1)
        for (const left of minimal) expect(fails(minimal.filter((part) => part !== left))).toBe(false);
    }),
  );
});
