import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flagOf } from '../../src/options/option-row.ts';
import { settingKeys, settingOf } from '../../src/options/settings-table.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { version } from '../../src/version.ts';
import { newFolder } from '../support/new-folder.ts';
import {
  heldServe,
  main,
  openCommandLines,
  type RunCommandLine,
  runProgram,
  startShell,
} from '../support/run-program.ts';

const run = openCommandLines();
const runHeld: RunCommandLine = (args, variables = {}) => runProgram(heldServe, args, { variables });

test.each(['--version', '-v'])('%s prints the version', async (arg) => {
  expect(await run([arg])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('--help prints commands, examples and exit codes', async () => {
  const { code, stdout, stderr } = await run(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  for (const text of ['serve', 'gaps', 'healthcheck', 'Examples:', 'Exit codes:', 'SIM_PORT'])
    expect(stdout).toContain(text);
});

test('serve --help prints every setting with its flag, variable and description', async () => {
  const { code, stdout } = await run(['serve', '--help']);
  expect(code).toBe(0);
  const flat = stdout.replace(/\s+/g, ' ');
  for (const key of settingKeys) {
    expect(flat).toContain(flagOf(key));
    expect(flat).toContain(settingOf(key).description);
  }
});

test.each([
  [['chek'], 'error: there is no command "chek"; did you mean "check"?'],
  [['--prot', '1'], "error: unknown option '--prot'; did you mean --port?"],
  [['--port'], "error: option '--port <port>' argument missing; see --help"],
  [['healthcheck', '--port'], 'error: --port is not an option of healthcheck; see --help'],
])('%j exits with 2 and prints one line', async (args, line) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: `${line}\n` });
});

test('a separate process prints the same, and exits with 2', async () => {
  const variables = { SIM_SCENARO: 'x' };
  const ended = await runProgram(main, ['--port', '70000'], { variables });
  expect(ended).toEqual(await run(['--port', '70000'], variables));
  expect(ended).toMatchObject({ code: 2, signal: null });
});

test('gaps prints every gap with its choices, as text and as JSON', async () => {
  const text = await run(['gaps']);
  for (const { key, question } of gaps) expect(text.stdout).toContain(`${key}: ${question}`);
  expect(text.stdout).toMatch(/\n {2}error +an Error body/);
  expect(JSON.parse((await run(['gaps', '--json'])).stdout)).toMatchObject(gaps.map(({ key }) => ({ key })));
});

test('gaps explain prints how a client stops depending on a gap, or ends a habit', async () => {
  const gap = await run(['gaps', 'explain', 'cancel-again']);
  expect([gap.code, gap.stdout]).toEqual([0, expect.stringMatching(/^### cancel-again\n[\s\S]*\/\/ right/)]);
  expect(gap.stdout).not.toContain('### conflict-body');
  expect(await run(['gaps', 'explain', 'cancel-agan'])).toMatchObject({
    code: 2,
    stderr: 'error: there is no gap or note "cancel-agan"; did you mean "cancel-again"?\n',
  });
});

test('an unexpected error exits with 70 and does not print its stack', async () => {
  const { code, stderr } = await runHeld(['--port', '0'], { BREAK: 'start' });
  expect(code).toBe(70);
  expect(stderr).toBe(
    'error: this is a bug in store-orders-sim: broken on purpose\n' +
      'hint: run again with --debug or SIM_DEBUG=1 to print the stack, and report the bug\n',
  );
});

/** Files with 20 problems that are shown: far more text than the 64 KiB that a pipe holds. */
const folder = newFolder();
const files = Array.from({ length: 60 }, (_, at) => join(folder, `mine-${at}.yaml`));
for (const file of files) writeFileSync(file, `orders:\n${`  - { status: ${'x'.repeat(80)} }\n`.repeat(30)}`);

/** Reads byte by byte, which is slower than any program writes. */
const slowly = 'while IFS= read -r line; do echo "$line"; done';

test('every problem reaches a reader that is slower than the program', async () => {
  const line = `"$0" "$1" scenarios validate ${files.join(' ')} 2>&1 | ${slowly}; echo "code \${PIPESTATUS[0]}"`;
  const { stdout } = await startShell(line).ended;
  const lines = stdout.trimEnd().split('\n');
  expect(stdout.length).toBeGreaterThan(2 * 65_536);
  expect(lines).toHaveLength(60 * 21 + 1);
  expect(lines.slice(-2)).toEqual([`error: ${files.at(-1)} has 10 more problems`, 'code 2']);
});

test('a command ends quietly, and not with 0, when its reader closes the pipe', async () => {
  const line = `"$0" "$1" scenarios show large | head -1; echo "code \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await startShell(line).ended;
  expect([stderr, stdout]).toEqual(['', expect.stringMatching(/^description: .*\ncode 141\n$/)]);
});
