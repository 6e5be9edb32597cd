import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSearch } from './search.ts';

const letters = { unit: fc.constantFrom(...'abC "') };
const anyNeedles = fc.array(
  fc.record({ bytes: fc.string({ ...letters, minLength: 1, maxLength: 12 }), inWords: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);

test('a search finds each place of each needle, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ ...letters, maxLength: 100 }), anyNeedles, (text, needles) => {
      const covered = new Set<number>();
      createSearch(needles).find(text, (from, to) => {
        for (let at = from; at < to; at++) covered.add(at);
      });
      const expected = new Set<number>();
      const isEdge = (at: number) => !/[a-z]/i.test(text.charAt(at));
      for (const { bytes, inWords } of needles)
        for (let from = 0; from <= text.length - bytes.length; from++) {
          const to = from + bytes.length;
          if (text.slice(from, to).toLowerCase() !== bytes.toLowerCase()) continue;
          if (inWords || (isEdge(from - 1) && isEdge(to)))
            for (let at = from; at < to; at++) expected.add(at);
        }
      expect([...covered].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
    }),
    { numRuns: 1000 },
  );
});

test('a search reports at most one place for each byte, whatever the number of needles', () => {
  const needles = Array.from({ length: 100 }, (_, length) => ({
    bytes: 'a'.repeat(length + 1),
    inWords: true,
  }));
  let found = 0;
  createSearch(needles).find('a'.repeat(8000), () => found++);
  expect(found).toBe(8000);
});

test('a search knows how much of a needle begins at the end of a text', () => {
  const { begunAtEnd, shortest, longest } = createSearch([
    { bytes: 'abcdef', inWords: true },
    { bytes: 'cd', inWords: true },
  ]);
  expect(['x', 'xab', 'xabcde', 'abcabc', 'bc', ''].map(begunAtEnd)).toEqual([0, 2, 5, 3, 1, 0]);
  expect([shortest, longest]).toEqual([2, 6]);
});
