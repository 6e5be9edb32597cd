import { expect, test } from 'vitest';
import { createLogOutput } from './log-output.ts';

function open() {
  const writes: string[] = [];
  const turnEnds: (() => void)[] = [];
  const output = createLogOutput(
    (text) => void writes.push(text),
    (flush) => void turnEnds.push(flush),
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
