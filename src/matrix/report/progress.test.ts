import { expect, test } from 'vitest';
import { cellOf, ended, failed, passed } from '../../../test/matrix/report/sample-matrix.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { createMatrixProgress } from './progress.ts';

test('a cell that fails has one line without keys, and every tenth run has one with the time that is left', () => {
  const texts: string[] = [];
  const { runEnded, estimated, runMs } = createMatrixProgress((text) => texts.push(text), {
    ...{ jobs: 2, secrets: createSecrets(['Secret-4711']) },
  });
  const removed = cellOf({ 'cancelled-in-list': 'remove' });
  runEnded(ended(1, cellOf({}), passed));
  estimated(41);
  for (let id = 2; id <= 10; id += 1)
    runEnded(ended(id, removed, id < 4 ? failed('a\u001b Secret-4711', 'b.test') : passed));
  expect(runMs()).toBe(851);
  expect(texts).toEqual([
    'matrix: 41 runs if the tests pass in all of them, more if they fail\n',
    'matrix: cancelled-in-list=remove fails with exit code 1: a\\x1b [redacted] and 1 test more\n',
    'matrix: 10/41 runs, 1 failing, about 13.2 s left\n',
  ]);
});
