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

test('answers that come one by one are written at once, until a turn is looked at again', () => {
  const { answer, end, written } = turns();
  answer('alone');
  end();
  const single = Array.from({ length: 32 }, (_, at) => `${at}`);
  for (const name of single) answer(name);
  expect(written).toEqual(['alone', ...single]);
  for (const name of ['a', 'b']) answer(name);
  expect(written).toHaveLength(33);
  end();
  expect(written.slice(33)).toEqual(['a', 'b']);
});

test('turns of several answers stay gathered', () => {
  const { answer, end, written } = turns();
  for (const pair of [
    ['a', 'b'],
    ['c', 'd'],
  ]) {
    const before = written.length;
    for (const name of pair) answer(name);
    expect(written).toHaveLength(before);
    end();
  }
  expect(written).toEqual(['a', 'b', 'c', 'd']);
});

test('no more than 64 wait for the end of a crowded turn', () => {
  const { answer, end, written } = turns();
  for (let at = 0; at < 63; at++) answer(`${at}`);
  expect(written).toEqual([]);
  answer('63');
  expect(written).toHaveLength(64);
  answer('64');
  expect(written).toHaveLength(64);
  end();
  expect(written).toHaveLength(65);
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
