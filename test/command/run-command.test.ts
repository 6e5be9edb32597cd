import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProcessGroups } from '../../src/command/process-groups.ts';
import { type CommandLimits, runCommand } from '../../src/command/run-command.ts';
import { newFolder } from '../support/new-folder.ts';

const node = process.execPath;

function run(argv: readonly string[], limits: Partial<CommandLimits> = {}, env: Record<string, string> = {}) {
  const groups = createProcessGroups();
  const signal = new AbortController().signal;
  const variables = { PATH: process.env.PATH, ...env };
  return runCommand(
    { argv, cwd: tmpdir(), env: variables },
    { timeoutMs: 60_000, signal, groups, ...limits },
  );
}

/** Whether a process runs. One that has ended and was not reaped does not. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('returns the exit code and both outputs in order', async () => {
  const end = await run(['sh', '-c', 'echo out; echo err >&2; exit 3']);
  expect(end).toMatchObject({ kind: 'exited', code: 3, signal: null });
  expect(end.output.text().split('\n').toSorted()).toEqual(['', 'err', 'out']);
});

// The command, a child and a grandchild ignore SIGTERM.
const stubborn = (file: string) =>
  `trap "" TERM; sh -c 'trap "" TERM; echo $$ >>${file}; (echo $$ >>${file}; sleep 600; sleep 600)' & echo $$ >>${file}; wait; sleep 600`;

test('ends a command that hangs, with the processes that it started', async () => {
  const file = join(newFolder(), 'pids');
  const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
  const interrupted = new AbortController();
  const ending = run(['sh', '-c', stubborn(file)], { graceMs: 200, signal: interrupted.signal });
  await until(() => pids().length === 3);
  interrupted.abort();
  expect((await ending).kind).toBe('interrupted');
  expect(pids()).toHaveLength(3);
  await until(() => !pids().some(runs));
});

test('does not wait for a process in a session of its own that holds the output', async () => {
  const file = join(newFolder(), 'pid');
  const begin = `
    const child = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'inherit' });
    require('node:fs').writeFileSync(process.argv[1], String(child.pid));
    child.unref();`;
  const end = await run([process.execPath, '--eval', begin, file]);
  const pid = Number(readFileSync(file, 'utf8'));
  expect(end).toMatchObject({ kind: 'exited', code: 0 });
  expect(runs(pid)).toBe(true);
  process.kill(pid, 'SIGKILL');
});

test('kills every group at once when this process has to end', async () => {
  const groups = createProcessGroups();
  const file = join(newFolder(), 'pid');
  const ended = run(['sh', '-c', `trap "" TERM; echo $$ >${file}; while :; do sleep 1; done`], { groups });
  await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
  groups.killAll();
  expect(await ended).toMatchObject({ kind: 'exited', signal: 'SIGKILL' });
});

const folder = newFolder();
writeFileSync(join(folder, 'plain.sh'), '#!/bin/sh\n', { mode: 0o644 });
writeFileSync(join(folder, 'text'), 'no program', { mode: 0o755 });

test.each([
  [
    'is not found',
    ['no-such-program'],
    /^COMMAND "no-such-program" was not found \(ENOENT\); give the program after --/,
  ],
  ['is not executable', [join(folder, 'plain.sh')], /cannot start \(EACCES\); try chmod \+x/],
  ['is a line for a shell', ['npm test | tee out'], /write -- sh -c 'npm test \| tee out'/],
  ['begins with a variable', ['CI=1', 'npm', 'test'], /no shell reads it: write -- sh -c 'CI=1 npm test'/],
  ['has too long arguments', [node, 'x'.repeat(4_000_000)], /cannot start \(E2BIG\)/],
])('explains a command that %s', async (_what, argv, message) => {
  await expect(run(argv)).rejects.toMatchObject({ exitCode: 3, message: expect.stringMatching(message) });
});
