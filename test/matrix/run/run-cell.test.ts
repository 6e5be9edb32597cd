import { expect, test } from 'vitest';
import { createProcessGroups } from '../../../src/command/process-groups.ts';
import { baselineCell } from '../../../src/matrix/plan/cell.ts';
import { runCell } from '../../../src/matrix/run/run-cell.ts';
import { createStartCell } from '../../../src/matrix/run/start-cell.ts';
import { newFolder } from '../../support/new-folder.ts';

const run = (argv: readonly string[], timeoutMs: number) =>
  runCell(
    {
      command: { argv, cwd: newFolder(), env: { PATH: process.env.PATH } },
      templates: [],
      handles: new Map(),
      readTests: async () => [],
      startCell: createStartCell({}, 'a-token-of-the-control-api'),
      groups: createProcessGroups(),
      folder: newFolder(),
    },
    baselineCell,
    { timeoutMs, signal: new AbortController().signal },
  );

test.each([
  ['true', { kind: 'passed' }],
  ['exit 4', { kind: 'failed', exit: 'exit code 4', tests: [] }],
  ['kill -SEGV $$', { kind: 'failed', exit: 'signal SIGSEGV', tests: [] }],
])('the outcome of a run of "%s" is %j', async (line, outcome) => {
  expect(await run(['sh', '-c', line], 60_000)).toMatchObject({ outcome });
});

test('a command that does not end within the time limit hangs', async () => {
  const ended = await run(['sleep', '600'], 1);
  expect(ended?.outcome).toEqual({ kind: 'hung', afterMs: expect.any(Number), tests: [] });
});
