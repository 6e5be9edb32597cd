import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherWrites } from './gather-writes.ts';

/** An event loop that ends a turn when it is told to, and what was written in it. */
function turns() {
  let flushes: (() => void)[] = [];
  const written: string[] = [];
  const gather = gatherWrites((flush) => void flushes.push(flush));
  return {
    written,
    answer: (name: string): void => gather(() => void written.push(name)),
    gather,
    end(): void {
      const due = flushes;
      flushes = [];
      for (const flush of due) flush();
    },
  };
}

test('answers of one turn are written at its end, in the order in which they came', () => {
  const { answer, end, written } = turns();
  for (const name of ['a', 'b', 'c']) answer(name);
  expect(written).toEqual([]);
  end();
  expect(written).toEqual(['a', 'b', 'c']);
});

test('an answer that comes while others are written waits for the next turn', () => {
  const { answer, gather, end, written } = turns();
  gather(() => answer('later'));
  answer('b');
  end();
  expect(written).toEqual(['b']);
  end();
  expect(written).toEqual(['b', 'later']);
});

/** How many answers are written at once before one waits, which then goes out with so many others. */
function atOnceBefore({ answer, end, written }: ReturnType<typeof turns>, others: number): number {
  const before = written.length;
  for (let asked = 0; written.length === before + asked; asked++) answer('x');
  const atOnce = written.length - before;
  for (let other = 0; other < others; other++) answer('x');
  end();
  return atOnce;
}

test('answers that come one by one are written at once, ever more of them until a turn is looked at again', () => {
  const loop = turns();
  const atOnce = Array.from({ length: 13 }, () => atOnceBefore(loop, 0));
  expect(atOnce).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 1_023, 1_023]);
});

test('answers that come together have ever fewer written at once before them, until all wait', () => {
  const loop = turns();
  for (let alone = 0; alone < 4; alone++) atOnceBefore(loop, 0);
  const atOnce = Array.from({ length: 6 }, () => atOnceBefore(loop, 1));
  expect(atOnce).toEqual([15, 7, 3, 1, 0, 0]);
});

test('no more than eight wait for the end of a crowded turn', () => {
  const { answer, end, written } = turns();
  for (let at = 0; at < 7; at++) answer(`${at}`);
  expect(written).toEqual([]);
  answer('7');
  expect(written).toHaveLength(8);
  answer('8');
  expect(written).toHaveLength(8);
  end();
  expect(written).toHaveLength(9);
});

test('every answer is written once, in its order, whenever turns end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 150 }), { maxLength: 40 }), (sizes) => {
      const { answer, end, written } = turns();
      let asked = 0;
      for (const size of sizes) {
        for (let at = 0; at < size; at++) answer(`${asked++}`);
        end();
      }
      expect(written).toEqual(Array.from({ length: asked }, (_, at) => `${at}`));
    }),
  );
});
