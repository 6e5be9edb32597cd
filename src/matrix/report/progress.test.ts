import { expect, test } from 'vitest';
import { cellOf, ended, failed, passed } from '../../../test/matrix/report/sample-runs.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { createMatrixProgress, type ProgressOptions } from './progress.ts';

/** Progress whose texts are kept. */
function kept(options: Partial<ProgressOptions>) {
  const texts: string[] = [];
  const progress = createMatrixProgress((text) => texts.push(text), {
    ...{ tty: false, jobs: 2, secrets: createSecrets([]) },
    ...options,
  });
  return { texts, ...progress };
}

const removed = cellOf({ 'cancelled-in-list': 'remove' });
const counts = { ended: 12, planned: 40, failing: 2, runMs: 3000 };

test('on a terminal, one line is replaced: runs, failing, time left, the cell', () => {
  const { texts, runEnded, finish } = kept({ tty: true });
  runEnded(ended(12, 'choice', removed, passed), counts);
  finish();
  expect(texts).toEqual([
    '\r\u001b[2Kmatrix: 12/40 runs, 2 failing, about 42.0 s left: cancelled-in-list=remove',
    '\r\u001b[2K',
  ]);
});

test('the line is never wider than the terminal', () => {
  const { texts, runEnded } = kept({ tty: true, width: () => 30 });
  runEnded(ended(12, 'choice', removed, passed), counts);
  expect(texts[0]?.replace('\r\u001b[2K', '')).toHaveLength(29);
});

test('in a log, a failing cell has one line, and every tenth run has one', () => {
  const { texts, runEnded, finish } = kept({});
  for (let id = 1; id <= 10; id += 1)
    runEnded(ended(id, 'choice', removed, id < 3 ? failed('a\u001b.test', 'b.test') : passed), {
      ...counts,
      ended: id,
      failing: 1,
    });
  finish();
  expect(texts).toEqual([
    'matrix: cancelled-in-list=remove fails with exit code 1: a\\x1b.test and 1 test more\n',
    'matrix: 10/40 runs, 1 failing, about 45.0 s left\n',
  ]);
});

test('no line contains a key', () => {
  const { texts, runEnded } = kept({ secrets: createSecrets(['Secret-4711']) });
  runEnded(ended(1, 'choice', removed, failed('sends Secret-4711')), counts);
  expect(texts.join()).toContain('sends [redacted]');
});

test('the time left is unknown before the first run has ended, and nothing at the end', () => {
  const { texts, runEnded } = kept({ tty: true });
  runEnded(ended(1, 'baseline', cellOf({}), passed), { ended: 0, planned: 3, failing: 0, runMs: undefined });
  runEnded(ended(3, 'baseline', cellOf({}), passed), { ended: 3, planned: 3, failing: 0, runMs: 100 });
  expect(texts.map((text) => text.slice(5))).toEqual([
    'matrix: 0/3 runs, none failing: baseline',
    'matrix: 3/3 runs, none failing: baseline',
  ]);
});
