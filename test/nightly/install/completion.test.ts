import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { reportFormats } from '../../../src/check/reports/reports.ts';
import { flagOf } from '../../../src/options/setting.ts';
import { settingKeys } from '../../../src/options/settings-table.ts';
import { packageRoot } from '../../../src/version.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openCommandLines, startShell } from '../../support/run-program.ts';

const run = openCommandLines();
const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Debian, macOS and most images have bash; zsh and fish are tested where they are installed. */
const installed = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** The folder in which the shells complete file names, with the scripts in another one. */
const [folder, scripts] = [newFolder(), newFolder()];
const scriptOf = (shell: Shell): string => join(scripts, `completion.${shell}`);

beforeAll(async () => {
  for (const name of ['mine.yaml', 'other.yaml']) writeFileSync(join(folder, name), '{}');
  for (const shell of shells) writeFileSync(scriptOf(shell), (await run(['completion', shell])).stdout);
});

let files = 0;

async function offers(shell: Shell, line: string): Promise<readonly string[]> {
  const driver = fileURLToPath(new URL(`completion/complete.${shell}`, import.meta.url));
  const words = shell === 'bash' ? line.split(/ |(?<==)|(?==)/) : [line];
  const output = join(scripts, `matches-${files++}`);
  writeFileSync(output, '');
  const args = [
    ...(shell === 'zsh' ? ['-f'] : []),
    driver,
    scriptOf(shell),
    ...words,
    ...(shell === 'zsh' ? [output] : []),
  ];
  const { stdout } = await promisify(execFile)(shell, args, { cwd: folder });
  return stdout.trim().split('\n').toSorted();
}

const cases: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['che', ['check']],
  ['scenarios ', ['help', 'list', 'show', 'validate']],
  ['scenarios show s', ['shipped', 'ships-while-you-look', 'sparse']],
  ['scenarios show mixed --format ', ['json', 'yaml']],
  ['--scenario mi', ['mine.yaml', 'missing', 'mixed']],
  ['--scenarios o', ['other.yaml']],
  ['--scenario check --log-l', ['--log-level']],
  ['serve --profile ', ['least-promise', 'mine.yaml', 'other.yaml', 'typical', 'vary']],
  ['--log-level ', ['debug', 'error', 'info', 'silent', 'trace', 'warn']],
  ['check --level ', ['cancel', 'observe', 'probe', 'race']],
  ['check --fail-on ', ['notice', 'violation']],
  ['matrix --show-output ', ['all', 'failed', 'none']],
  ['matrix --baseline o', ['other.yaml']],
  ['matrix --report ', ['html=', 'json=', 'junit=', 'markdown=', 'terminal=']],
  ['check --expect-profile least', ['least-promise']],
  ['check --report ', reportFormats.map((format) => `${format}=`).toSorted()],
  ['check --ignore R3', ['R30', 'R31', 'R32', 'R33', 'R34', 'R35', 'R36', 'R37']],
  ['completion ', ['bash', 'fish', 'zsh']],
  ['--port ', ['']],
];

/** What zsh and fish read from the same table in their own ways: a command, a value, files, formats, and nothing. */
const some = ['che', 'scenarios show s', '--scenario mi', 'check --report ', '--port '];

for (const shell of shells) {
  const ofShell = shell === 'bash' ? cases : cases.filter(([line]) => some.includes(line));
  test.runIf(installed(shell)).concurrent.each(ofShell)(
    `${shell} offers for "store-orders-sim %s": %j`,
    async (line, offered) => {
      expect(await offers(shell, line)).toEqual(offered);
    },
  );
}

// Bash replaces what follows the "=", zsh and fish the whole word.
test.each([
  ['--tls=', ['off', 'self-signed']],
  ['--control=o', ['off', 'on']],
  ['--gap etag=', ['off', 'on']],
  ['check --level=ob', ['observe']],
  ['check --report junit=m', ['mine.yaml']],
])('bash offers what follows the "=" of "store-orders-sim %s": %j', async (line, offered) => {
  expect(await offers('bash', line)).toEqual(offered);
});

test('bash offers every flag of serve and check, also without the command serve', async () => {
  const settings = settingKeys.map(flagOf);
  for (const line of ['--', 'serve --'])
    expect(await offers('bash', line)).toEqual(expect.arrayContaining(settings));
  const { stdout } = await run(['check', '--help']);
  const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(([, flag]) => flag ?? []);
  expect(flags.length).toBeGreaterThan(15);
  expect(await offers('bash', 'check --')).toEqual(
    [...new Set([...flags, '--debug', '--version'])].toSorted(),
  );
});

test.each(shells)('the script for %s names every command and every flag of a setting', async (shell) => {
  const { code, stdout, stderr } = await run(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  for (const name of ['serve', 'check', 'scenarios', 'validate', 'gaps', 'version', 'healthcheck'])
    expect(stdout).toContain(name);
  for (const key of settingKeys) expect(stdout).toContain(flagOf(key).slice(2));
});

test('the commands of the docs write the script of each shell to where it looks for it', async () => {
  const page = readFileSync(new URL('docs/reference/settings.md', packageRoot), 'utf8');
  const [, commands = ''] = /```sh\n((?:store-orders-sim completion .*\n)+)```/.exec(page) ?? [];
  const HOME = newFolder();
  const { stdout, stderr } = await startShell(
    `store-orders-sim() { echo "$@"; }
    fpath=(none "$HOME"); mkdir -p ~/.local/share/bash-completion/completions ~/.config/fish/completions
    ${commands}
    head -qn 1 ~/.local/share/bash-completion/completions/* ~/_store-orders-sim ~/.config/fish/completions/*`,
    { HOME },
  ).ended;
  expect(stderr).toBe('');
  expect(stdout).toBe('completion bash\ncompletion zsh\ncompletion fish\n');
});

test('another shell is refused with the known ones', async () => {
  expect(await run(['completion', 'powershell'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish'),
  });
});
