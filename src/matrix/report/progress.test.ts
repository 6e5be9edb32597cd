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

test('on a terminal, one line is replaced: runs, failing, time left, the cell, never wider than the terminal', () => {
  let width = 80;
  const { texts, runEnded, estimated, finish, runMs } = kept({ tty: true, width: () => width });
  runEnded(ended(1, 'baseline', cellOf({}), passed));
  estimated(41);
  runEnded(ended(2, 'choice', removed, failed()));
  width = 30;
  runEnded(ended(3, 'choice', removed, failed()));
  finish();
  expect(runMs()).toBe(851);
  expect(texts.map((text) => text.replace('\r\u001b[2K', ''))).toEqual([
    'matrix: 1/3 runs, none failing, about 851 ms left: baseline',
    'matrix: 41 runs if the tests pass in all of them, more if they fail\n',
    'matrix: 2/41 runs, 1 failing, about 16.6 s left: cancelled-in-list=remove',
    'matrix: 3/41 runs, 1 failing,',
    '',
  ]);
});

test('in a log, a failing cell has one line without keys, and every tenth run has one', () => {
  const { texts, runEnded, finish } = kept({ secrets: createSecrets(['Secret-4711']) });
  for (let id = 1; id <= 10; id += 1)
    runEnded(ended(id, 'choice', removed, id < 3 ? failed('a\u001b Secret-4711', 'b.test') : passed));
  finish();
  expect(texts).toEqual([
    'matrix: cancelled-in-list=remove fails with exit code 1: a\\x1b [redacted] and 1 test more\n',
    'matrix: 10/10 runs, 1 failing\n',
  ]);
});
