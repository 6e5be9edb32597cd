import { expect, test } from 'vitest';
import { flagOf } from '../../src/options/setting.ts';
import { settingKeys, settingOf } from '../../src/options/settings-table.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { version } from '../../src/version.ts';
import {
  heldServe,
  main,
  openCommandLines,
  type RunCommandLine,
  runProgram,
} from '../support/run-program.ts';

const run = openCommandLines();
const runHeld: RunCommandLine = (args, variables = {}) => runProgram(heldServe, args, { variables });

test.each([
  [['--version'], `${version}\n`],
  [['-v'], `${version}\n`],
  [['gaps', '-v'], `${version}\n`],
])('%j prints the version', async (args, stdout) => {
  expect(await run(args)).toMatchObject({ code: 0, stdout, stderr: '' });
});

test.each([['--help'], ['-h'], ['help']])('%s prints commands, examples and exit codes', async (arg) => {
  const { code, stdout, stderr } = await run([arg]);
  expect([code, stderr]).toEqual([0, '']);
  for (const text of ['serve', 'gaps', 'healthcheck', 'Examples:', 'Exit codes:', 'SIM_PORT']) {
    expect(stdout).toContain(text);
  }
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
  [['serve', '--quite-unknown'], "error: unknown option '--quite-unknown'; see --help"],
  [
    ['serve', 'extra'],
    "error: too many arguments for 'serve'. Expected 0 arguments but got 1: extra; see --help",
  ],
  [['--port'], "error: option '--port <port>' argument missing; see --help"],
  [['healthcheck', '--port'], 'error: --port is not an option of healthcheck; see --help'],
])('%j exits with 2 and prints one line', async (args, line) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: `${line}\n` });
});

test.each([
  [['gaps', '--json'], {}, 0],
  [['--port', '70000'], { SIM_SCENARO: 'x' }, 2],
] as const)(
  'a separate process prints the same for %j %j, and exits with %i',
  async (args, variables, code) => {
    const ended = await runProgram(main, args, { variables });
    expect(ended).toEqual(await run(args, variables));
    expect(ended).toMatchObject({ code, signal: null });
  },
);

test('gaps prints every gap with its choices, as text and as JSON', async () => {
  const text = await run(['gaps']);
  for (const gap of gaps) {
    expect(text.stdout).toContain(`${gap.key}: ${gap.question}`);
    for (const choice of Object.keys(gap.choices)) expect(text.stdout).toContain(`\n  ${choice} `);
  }
  expect(text.stdout).toMatch(/empty +none \[least-promise\]\n/);
  expect(JSON.parse((await run(['gaps', '--json'])).stdout)).toEqual(
    gaps.map(({ choices: answers, ...rest }) => ({ ...rest, answers })),
  );
});

test('gaps explain prints how a client stops depending on a gap, or ends a habit', async () => {
  const gap = await run(['gaps', 'explain', 'cancel-again']);
  expect([gap.code, gap.stdout]).toEqual([0, expect.stringMatching(/^### cancel-again\n[\s\S]*\/\/ right/)]);
  expect(gap.stdout).not.toContain('### conflict-body');
  expect((await run(['gaps', 'explain', 'no-timeout'])).stdout).toContain('// right');
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

test('an unhandled rejection ends a running simulator with 70', async () => {
  const { code, stderr } = await runHeld(['--port', '0', '--control-port', '0'], { BREAK: 'later' });
  expect(code).toBe(70);
  expect(stderr).toContain('this is a bug in store-orders-sim: broken on purpose');
});
