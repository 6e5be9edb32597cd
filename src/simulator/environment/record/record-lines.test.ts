import { expect, test } from 'vitest';
import { createRecordLines, readRecordLines } from './record-lines.ts';
import type { RunRecord } from './run-recorder.ts';

const pinned: RunRecord = { kind: 'pinned', environment: 'production', gaps: { etag: 'on' } };
const overflow: RunRecord = { kind: 'overflow', recorded: 7 };

test('tells the environments of several simulators apart, in the order of their first lines', () => {
  const [one, other] = [createRecordLines(), createRecordLines()];
  const text = one(pinned) + other(pinned) + other(overflow) + one(pinned);
  expect(readRecordLines(text)).toEqual([
    { ...pinned, environment: 'production@1' },
    { ...pinned, environment: 'production@2' },
    overflow,
    { ...pinned, environment: 'production@1' },
  ]);
});

test('skips what is not a whole line of a record', () => {
  const line = createRecordLines()(pinned);
  const text = `${line.slice(0, 30)}\n\n7\nnull\n{"kind":"other"}\n${line}${line.slice(0, -9)}`;
  expect(readRecordLines(text)).toEqual([{ ...pinned, environment: 'production@1' }]);
});
