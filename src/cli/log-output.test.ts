import { expect, test } from 'vitest';
import { createLogOutput } from './log-output.ts';

function open(unread = 0) {
  const writes: string[] = [];
  const turnEnds: (() => void)[] = [];
  const output = createLogOutput(
    (text) => void writes.push(text),
    (flush) => void turnEnds.push(flush),
    () => unread,
  );
  return { writes, turnEnds, output };
}

test('writes the lines of a turn together at its end, in their order', () => {
  const { writes, turnEnds, output } = open();
  output.write('a\n');
  output.write('b\n');
  expect([writes, turnEnds.length]).toEqual([[], 1]);
  turnEnds[0]?.();
  output.write('c\n');
  turnEnds[1]?.();
  expect(writes).toEqual(['a\nb\n', 'c\n']);
});

test('a flush writes at once, and leaves nothing for the end of the turn', () => {
  const { writes, turnEnds, output } = open();
  output.flush();
  output.write('a\n');
  output.flush();
  turnEnds[0]?.();
  expect(writes).toEqual(['a\n']);
});

test('a turn with many lines writes them in parts of 64 KiB, so that they take no memory', () => {
  const { writes, output } = open();
  const line = `${'x'.repeat(1_023)}\n`;
  for (let count = 0; count < 130; count += 1) output.write(line);
  expect(writes).toEqual([line.repeat(64), line.repeat(64)]);
});

test('the output is full if its reader has not read more than a mebibyte', () => {
  expect([1024 ** 2, 1024 ** 2 + 1].map((unread) => open(unread).output.isFull())).toEqual([false, true]);
});
